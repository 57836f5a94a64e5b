import { z } from 'zod'
import { optionKeys, options, type Option, type OptionKind } from './options.ts'
import { webhookBlock } from './webhook-option.ts'

/** The `observer` section of the policy file: which keys there are, and of which type. Values are read by `parseOption`. */
export function observerSection() {
  const keys = optionKeys.filter((key) => key !== 'policy')
  const shape = Object.fromEntries(keys.map((key) => [key, described(options[key]).optional()]))
  return z.strictObject(shape)
}

function described(option: Option): z.ZodType {
  const { about } = option
  return schemaOf(option.takes).describe(
    option.default === null ? about : `${about} Default ${option.default}.`,
  )
}

function schemaOf(takes: OptionKind): z.ZodType {
  switch (takes.kind) {
    case 'text':
    case 'secret':
      return z.string().min(1)
    case 'integer':
      return z.int().min(takes.min).max(takes.max)
    case 'decimal':
      return z.number().min(takes.min).max(takes.max)
    case 'url':
      return z.string().min(1)
    case 'duration':
      return z.string()
    case 'size':
      return z.union([z.string(), z.int().min(takes.minBytes).max(takes.maxBytes)])
    case 'choice':
      return z.enum(takes.of as readonly [string, ...string[]])
    case 'webhooks':
      return z.union([z.string().min(1), z.array(webhookBlock)])
    case 'tokens':
      return z.array(
        z.strictObject({
          token: z.string().optional(),
          sha256: z.string().optional(),
          tenant: z.string().optional(),
          rights: z.array(z.enum(['ingest', 'read', 'control'])).optional(),
        }),
      )
  }
}
