import { context, trace, type Attributes } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer'
import {
  BatchSpanProcessor,
  TracerProvider,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace'
import {
  callFeatures,
  loopAttributes,
  observationFeatures,
  packToolFeatures,
  resolvePolicy,
} from '@loop-observer/rules'
import { loopObserver } from '@loop-observer/sdk'
import { createHashing } from '../../sdk/hashing.ts'
import { median } from './figure.ts'

/** Cost of one tool call, microseconds of processor time, median over the rounds. Batching and encoding for export included. */
export interface SdkCost {
  /** Characters that the tool returned. */
  readonly resultChars: number
  /** `run.tool`, features only (the default). */
  readonly toolUs: number
  /** A plain span with the same attributes, which are made from the call as the SDK makes them. */
  readonly sameSpanUs: number
  /** The same, its attributes given beforehand: what the span alone costs. */
  readonly bareSpanUs: number
  /** A plain span that carries arguments and result themselves, as other instrumentations do. */
  readonly contentSpanUs: number
  /** `toolUs / sameSpanUs`: the median of the ratios within a round. */
  readonly ratio: number
  /** `toolUs / bareSpanUs`, likewise. */
  readonly ratioToBare: number
  /** `toolUs / contentSpanUs`, likewise. */
  readonly ratioToContent: number
}

/** What to measure. */
export interface SdkCostOptions {
  /** Characters that the tool returns. Default 2048. */
  readonly resultChars?: number
  /** Calls in one measurement, a multiple of 400. Default 4000. */
  readonly calls?: number
  /** Measurements of each kind, in turns. Default 15. */
  readonly rounds?: number
}

/** Measures `run.tool` against plain OpenTelemetry spans in one process, in turns; the network is left out. */
export async function measureSdkCost(options: SdkCostOptions = {}): Promise<SdkCost> {
  const { resultChars = 2048, calls = 4000, rounds = 15 } = options
  const results = Array.from({ length: 64 }, (_unused, index) => pageOf(index, resultChars))
  const work = { results, calls }
  const provider = new TracerProvider({ spanProcessors: [encodingProcessor()] })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  const costs: {
    readonly tool: number
    readonly same: number
    readonly bare: number
    readonly content: number
  }[] = []
  try {
    // The first rounds warm the compiler.
    for (let round = -3; round < rounds; round += 1) {
      const cost = {
        tool: await costOf(provider, () => toolCalls(work)),
        same: await costOf(provider, () => plainSpans(work, madeAttributes)),
        bare: await costOf(provider, () => plainSpans(work, givenAttributes(results))),
        content: await costOf(provider, () => plainSpans(work, contentAttributes)),
      }
      if (round >= 0) costs.push(cost)
    }
  } finally {
    await provider.shutdown()
    trace.disable()
    context.disable()
  }
  return {
    resultChars,
    toolUs: median(costs.map(({ tool }) => tool)),
    sameSpanUs: median(costs.map(({ same }) => same)),
    bareSpanUs: median(costs.map(({ bare }) => bare)),
    contentSpanUs: median(costs.map(({ content }) => content)),
    ratio: median(costs.map(({ tool, same }) => tool / same)),
    ratioToBare: median(costs.map(({ tool, bare }) => tool / bare)),
    ratioToContent: median(costs.map(({ tool, content }) => tool / content)),
  }
}

interface Work {
  readonly results: readonly string[]
  readonly calls: number
}

/** What a plain span says in the end about a call. */
type Describe = (args: object, result: string, index: number) => Attributes

/** Microseconds of processor time a call, the flush included: other work on the machine must not count. */
async function costOf(provider: TracerProvider, work: () => Promise<number>): Promise<number> {
  const begun = process.cpuUsage()
  const calls = await work()
  await provider.forceFlush()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / calls
}

/** Fewer than are judged unasked: judging belongs to the checkpoint. */
const callsInRun = 400

async function toolCalls({ results, calls }: Work): Promise<number> {
  const observer = loopObserver({ agent: 'measured', limits: { steps: null } })
  for (let first = 0; first < calls; first += callsInRun) {
    await observer.run({}, async (run) => {
      for (let index = first; index < first + callsInRun; index += 1) {
        await run.tool('search', argsOf(index), () => resultOf(results, index))
      }
    })
  }
  return calls
}

async function plainSpans({ results, calls }: Work, describe: Describe): Promise<number> {
  const tracer = trace.getTracer('plain')
  const run = tracer.startSpan('invoke_agent plain')
  const parent = trace.setSpan(context.active(), run)
  for (let index = 0; index < calls; index += 1) {
    const args = argsOf(index)
    const attributes: Attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'search',
      [loopAttributes.runId]: '0f53865c-44c0-4311-abbb-83a9a7b883b6',
      [loopAttributes.agent]: 'measured',
      [loopAttributes.lane]: 'main',
      [loopAttributes.source]: 'sdk',
      [loopAttributes.stepId]: `aa7bf68d2aa91a93-${index}`,
      [loopAttributes.stepKind]: 'tool',
    }
    const span = tracer.startSpan('execute_tool search', { attributes }, parent)
    const result = await context.with(trace.setSpan(parent, span), async () => resultOf(results, index))
    span.setAttributes({ [loopAttributes.stepSequence]: index, ...describe(args, result, index) })
    span.end()
  }
  run.end()
  return calls
}

const hashing = createHashing(undefined)
const keys = resolvePolicy({ digest: 'bench' }, { source: 'sdk', agent: null, attributes: {} }).tools

const madeAttributes: Describe = (args, result) => ({
  [loopAttributes.features]: packToolFeatures({
    call: callFeatures('search', args, keys, hashing),
    observation: observationFeatures(result, hashing),
    error: null,
  }),
})

function givenAttributes(results: readonly string[]): Describe {
  const given = results.map((result, index) => madeAttributes(argsOf(index), result, index))
  return (_args, _result, index) => given[index % given.length] ?? {}
}

const contentAttributes: Describe = (args, result) => ({
  'gen_ai.tool.call.arguments': JSON.stringify(args),
  'gen_ai.tool.call.result': result,
})

function argsOf(index: number): object {
  return { query: `page ${index}`, limit: 10 }
}

function resultOf(results: readonly string[], index: number): string {
  return results[index % results.length] ?? ''
}

function encodingProcessor(): SpanProcessor {
  const exporter: SpanExporter = {
    export(spans: ReadableSpan[], done) {
      ProtobufTraceSerializer.serializeRequest(spans)
      done({ code: 0 })
    },
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  }
  return new BatchSpanProcessor({ exporter, maxQueueSize: 1_000_000, maxExportBatchSize: 512 })
}

/** Prose in lines, different on each page. */
function pageOf(page: number, chars: number): string {
  let text = ''
  for (let line = 0; text.length < chars; line += 1) {
    const customer = (page * 7919 + line * 31) % 9973
    text += `Result ${page * 100 + line}: the account of customer ${customer} has an open invoice.\n`
  }
  return text.slice(0, chars)
}
