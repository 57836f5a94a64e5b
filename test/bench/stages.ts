import type { Benchmark } from './benchmark.ts'
import { measureDecode } from './decode.ts'
import { measureReadAndBind, type ReadAndBindTimes } from './read-and-bind.ts'

/** What the stages before judging cost, each on its own. */
export const stages: Benchmark = {
  name: 'stages',
  about: 'Decoding, reading and binding a 2 KB span, without network and store.',
  async *measure({ seconds, repeats }) {
    const rounds = Math.max(2, Math.round(seconds * 8))
    const decodes = Array.from({ length: repeats }, () => measureDecode(rounds))
    yield { name: 'decoding, lazy views', unit: 'µs/span', values: decodes.map(({ lazyUs }) => lazyUs) }
    const others = decodes.map(({ lazyUs, protobufjsUs }) => protobufjsUs / lazyUs)
    yield { name: 'decoding, protobufjs : lazy views', unit: '×', values: others }
    const binds: ReadAndBindTimes[] = []
    for (let i = 0; i < repeats; i++) binds.push(await measureReadAndBind(rounds))
    const of = (key: keyof ReadAndBindTimes): readonly number[] => binds.map((times) => times[key])
    yield { name: 'decoding and reading a span of no agent', unit: 'CPU µs/span', values: of('readOtherUs') }
    yield { name: 'decoding and reading a 2 KB tool span', unit: 'CPU µs/span', values: of('readToolUs') }
    yield { name: 'the same, with binding, features, preview', unit: 'CPU µs/span', values: of('bindToolUs') }
    yield { name: 'the same, a model span with 100 KB', unit: 'CPU µs/span', values: of('bindModelUs') }
  },
}
