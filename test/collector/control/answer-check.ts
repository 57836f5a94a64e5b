import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { openApiDocument } from '../../../collector/control/openapi.ts'

interface Described {
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { schema?: object }>> }>
  >
}

const document = openApiDocument('0.0.0') as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false })
ajv.addVocabulary(['components'])
ajv.addSchema({ $id: 'api', components: { schemas: document.components.schemas } })
const compiled = new Map<string, ValidateFunction>()

/** Throws when an answer is not as the OpenAPI document says: status, content type, body. */
export function checkAnswer(
  method: string,
  path: string,
  answer: { readonly status: number; readonly headers: Headers; readonly body: unknown },
): void {
  const template = Object.keys(document.paths).find((each) => pattern(each).test(path))
  const operation = template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()]
  if (operation === undefined) {
    if (answer.status === 404 || answer.status === 405) return validate('Error', answer.body)
    throw new Error(`${method} ${path} is not described`)
  }
  const response = operation.responses[String(answer.status)]
  if (response === undefined) throw new Error(`${method} ${path}: status ${answer.status} is not described`)
  const type = answer.headers.get('content-type') ?? ''
  const content = response.content[type]
  if (content === undefined) throw new Error(`${method} ${path}: content type ${type} is not described`)
  const name = (content.schema as { $ref?: string } | undefined)?.$ref?.split('/').at(-1)
  if (name !== undefined) validate(name, answer.body)
}

/** Throws when the value is not as the schema of that name says. */
export function validate(name: string, value: unknown): void {
  let check = compiled.get(name)
  if (check === undefined) {
    check = ajv.compile({ $ref: `api#/components/schemas/${name}` })
    compiled.set(name, check)
  }
  if (!check(value)) {
    throw new Error(`not a ${name}: ${ajv.errorsText(check.errors)}\n${JSON.stringify(value, null, 1)}`)
  }
}

function pattern(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}
