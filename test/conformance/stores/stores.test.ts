import { afterAll, beforeAll, describe } from 'vitest'
import { appending } from './appending.ts'
import { keeping } from './keeping.ts'
import { deciding } from './deciding.ts'
import { effects } from './effects.ts'
import { finding } from './finding.ts'
import { modelled } from './modelled.ts'
import { type Place, subjects } from './subjects.ts'

describe.each(subjects)('the store contract: $name', (subject) => {
  let place: Place
  beforeAll(async () => {
    place = await subject.start()
  })
  afterAll(() => place?.stop())

  const context = { subject, place: () => place }
  appending(context)
  deciding(context)
  finding(context)
  effects(context)
  keeping(context)
  modelled(context)
})
