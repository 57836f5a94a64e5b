import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { referencePages } from '../../deploy/reference-tables.ts'
import { root } from './markdown.ts'

it.each(Object.entries(referencePages))(
  '%s is what the code says (npm run reference-tables)',
  (path, make) => {
    expect(readFileSync(resolve(root, path), 'utf8')).toBe(make())
  },
)
