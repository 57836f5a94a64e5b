import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { sdkName, sdkVersion } from '../../../sdk/tracing/version.ts'

test('name and version are those of the package', async () => {
  const text = await readFile(new URL('../../../sdk/package.json', import.meta.url), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ name: sdkName, version: sdkVersion })
})
