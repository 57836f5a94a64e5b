import { runDemo } from './run-demo.ts'

process.exitCode = await runDemo(process.env, (text) => process.stdout.write(`${text}\n`))
