import type { Store } from '../store/store.ts'
import type { Metrics } from './metrics.ts'

/** The same store, with the time and the failures of its calls counted. */
export function measuredStore(store: Store, metrics: Metrics): Store {
  async function timed<Result>(call: string, run: () => Promise<Result>): Promise<Result> {
    const startedAtMs = performance.now()
    try {
      return await run()
    } catch (error) {
      metrics.count('store_errors_total', { store: store.name, call })
      throw error
    } finally {
      metrics.observe('store_seconds', { store: store.name, call }, (performance.now() - startedAtMs) / 1000)
    }
  }
  return {
    name: store.name,
    now: () => store.now(),
    commit: (commits) => timed('commit', () => store.commit(commits)),
    settle: (key, basis, judged) => timed('settle', () => store.settle(key, basis, judged)),
    read: (key) => timed('read', () => store.read(key)),
    due: (nowMs, limit) => timed('due', () => store.due(nowMs, limit)),
    resolve: (tenant, alias) => timed('resolve', () => store.resolve(tenant, alias)),
    bind: (tenant, alias, key, keptMs) => timed('bind', () => store.bind(tenant, alias, key, keptMs)),
    rebind: (tenant, alias, key) => timed('rebind', () => store.rebind(tenant, alias, key)),
    remove: (key, version) => timed('remove', () => store.remove(key, version)),
    decisions: (key, after) => timed('decisions', () => store.decisions(key, after)),
    steps: (key, from, limit) => timed('steps', () => store.steps(key, from, limit)),
    list: (filter) => timed('list', () => store.list(filter)),
    reserveEffect: (key, request) => timed('reserve_effect', () => store.reserveEffect(key, request)),
    changeEffect: (key, id, event) => timed('change_effect', () => store.changeEffect(key, id, event)),
    effects: (key) => timed('effects', () => store.effects(key)),
    watch: (key, wake) => store.watch(key, wake),
    takeOutbox: (limit, leaseMs, by) => timed('take_outbox', () => store.takeOutbox(limit, leaseMs, by)),
    renewOutbox: (ids, leaseMs) => timed('renew_outbox', () => store.renewOutbox(ids, leaseMs)),
    confirmOutbox: (ids) => timed('confirm_outbox', () => store.confirmOutbox(ids)),
    sweep: (nowMs) => timed('sweep', () => store.sweep(nowMs)),
    ping: () => timed('ping', () => store.ping()),
    close: () => store.close(),
  }
}
