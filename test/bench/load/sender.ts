import { prepareLoad, type Load, type LoadPlan } from './send.ts'

/** What the process that loads says to the one that measures. */
export type SenderMessage =
  | { readonly say: 'ready' }
  | { readonly say: 'done'; readonly result: Awaited<ReturnType<Load['go']>> }
  | { readonly say: 'failed'; readonly why: string }

/** What it is told. */
export type SenderOrder =
  | { readonly order: 'prepare'; readonly plan: LoadPlan }
  | { readonly order: 'go' }
  | { readonly order: 'stop' }

let load: Load | null = null

process.on('message', (message: SenderOrder) => {
  obey(message).catch((error: unknown) => tell({ say: 'failed', why: String(error) }))
})
process.on('disconnect', () => process.exit())

async function obey(message: SenderOrder): Promise<void> {
  if (message.order === 'prepare') {
    load = await prepareLoad(message.plan)
    tell({ say: 'ready' })
  } else if (message.order === 'stop') load?.stop()
  else if (load !== null) tell({ say: 'done', result: await load.go() })
}

function tell(message: SenderMessage): void {
  process.send?.(message)
}
