import type { ScriptedAgent } from '../scripted-agent.ts'
import { obeys } from './obeys.ts'
import { oscillates } from './oscillates.ts'
import { polls } from './polls.ts'
import { repeats } from './repeats.ts'
import { searches } from './searches.ts'
import { watched } from './watched.ts'
import { works } from './works.ts'

/** Agents that are attached with the SDK: what the observer decides is done. */
export const withSdk: readonly ScriptedAgent[] = [repeats, oscillates, searches, obeys, works, polls]

/** Agents that only emit OpenTelemetry spans. */
export const withSpansOnly: readonly ScriptedAgent[] = [watched]
