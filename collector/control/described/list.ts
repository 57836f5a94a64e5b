import { actingOperations } from './acting.ts'
import { decidingOperations } from './deciding.ts'
import { effectOperations } from './effects.ts'
import { lookingOperations } from './looking.ts'
import { operatingOperations } from './operating.ts'
import type { Operation } from './operation.ts'

/** Every operation of the control channel, apart from the files of the page. */
export const operations: readonly Operation[] = [
  ...decidingOperations,
  ...actingOperations,
  ...effectOperations,
  ...lookingOperations,
  ...operatingOperations,
]
