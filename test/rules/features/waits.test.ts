import { expect, it } from 'vitest'
import { waits } from '../../../rules/features/waits.ts'

it.each<[string, unknown]>([
  ['a sleep', { command: 'sleep 60' }],
  ['a sleep before a look', { command: 'cd app && sleep 30; gh run view 88' }],
  ['a sleep in a loop', { cmd: 'while true; do sleep 5; done' }],
  ['a program that watches', { command: 'gh run watch 88 --exit-status --watch' }],
  ['a cluster that is waited for', { command: 'kubectl -n shop wait --for=condition=ready pod/api' }],
  ['a rollout', { command: 'kubectl rollout status deploy/api' }],
  ['code that sleeps', { code: 'import time\ntime.sleep(10)\nprint(state())' }],
  ['bare text', 'sleep 5 && ls'],
])('%s waits', (_, args) => expect(waits(args)).toBe(true))

it.each<[string, unknown]>([
  ['a word that ends so', { command: 'grep -rn oversleep 5' }],
  ['sleep as a name', { command: 'cat sleep.txt' }],
  ['a query', { query: 'sleep 60 minutes benefits' }],
  ['other keys', { text: 'sleep 60' }],
  ['nothing', {}],
])('%s does not', (_, args) => expect(waits(args)).toBe(false))
