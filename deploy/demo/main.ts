import { runDemo } from './run-demo.ts'

const { env, stdout } = process

// The exporter that the SDK's /node entry sets up reads its headers from the environment.
const token = env['LOOP_OBSERVER_TOKEN']
if (token) env['OTEL_EXPORTER_OTLP_HEADERS'] ??= `Authorization=Bearer ${token}`

process.exitCode = await runDemo(env, (text) => stdout.write(`${text}\n`))
