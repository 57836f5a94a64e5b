// Writes steps to a store until it is killed: `writer.ts URL FIRST`. Says each step on standard
// output once it is acknowledged, as `RUN ID`; synchronously, so that nothing said is lost.
import { writeSync } from 'node:fs'
import { openStore } from '../../../collector/store/open-store.ts'
import { records } from './builders.ts'

const [url = '', first = '0'] = process.argv.slice(2)
const store = await openStore({ url })
writeSync(1, 'open\n')

const runs = Array.from({ length: 5 }, (_, i) => `default/run-${i}`)
for (let next = Number(first); ; next += 3) {
  // Each group sends two steps of the group before once more, as a sender does that got no answer.
  const ids = [next - 2, next - 1, next, next + 1, next + 2].filter((n) => n >= 0).map((n) => `s${n}`)
  await Promise.all(
    runs.map(async (key) => {
      await store.commit([{ key, records: records(...ids), basis: null, judged: null }])
      writeSync(1, ids.map((id) => `${key} ${id}\n`).join(''))
    }),
  )
}
