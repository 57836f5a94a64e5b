import { autogenLogs } from './log-autogen.ts'
import { claudeCodeLogs } from './log-claude-code.ts'
import { codexLogs } from './log-codex.ts'
import { geminiCliLogs } from './log-gemini-cli.ts'
import { genAiLogs } from './log-genai.ts'
import { qwenCodeLogs } from './log-qwen-code.ts'
import type { LogVocabulary } from './log-vocabulary.ts'

/** Every vocabulary of log records. Of one event, the first test whose conditions hold decides. */
export const logVocabularies: readonly LogVocabulary[] = [
  claudeCodeLogs,
  codexLogs,
  geminiCliLogs,
  qwenCodeLogs,
  genAiLogs,
  autogenLogs,
]
