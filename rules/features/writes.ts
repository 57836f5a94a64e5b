import { propertyOf, type JsonObject } from './json/value.ts'

/** Text looked at; a command says what it does early. */
const MOST_CHARS = 4000
/** Keys of what a tool is to do; true for code that is run. */
const keys = new Map([
  ['command', true],
  ['cmd', true],
  ['script', true],
  ['code', true],
  ['content', false],
  ['input', false],
  ['query', false],
  ['sql', false],
  ['statement', false],
  ['action', false],
  ['source', true],
])

// Commands that change files, packages or repositories, and programs of the project's own, at the beginning of a command.
const commands =
  /(?:^|[;&|\n!(]\s*|\bsudo\s+|\bxargs\s+)(?:\.{1,2}\/\S+|(?:ba|z|da)?sh\s+\S+\.sh|make|mv|cp|rm|rmdir|mkdir|touch|tee|chmod|chown|ln|unzip|patch|truncate|dd|kill|pkill|sed\s+-[a-zA-Z]*i|perl\s+-[a-zA-Z]*i|tar\s+-?[a-zA-Z]*x|git\s+(?:apply|am|add|bisect|checkout|cherry-pick|clean|clone|commit|init|merge|mv|pull|push|rebase|reset|restore|revert|rm|stash|switch|submodule|tag)|(?:pip3?|conda|mamba|apt|apt-get|yum|brew|gem|cargo|go|npm|yarn|pnpm|poetry|uv)\s+(?:-\S+\s+)*(?:install|uninstall|add|remove|upgrade|update|ci|get|i)|python3?\s+-m\s+pip\s+install|wget|gdown|docker\s+(?:build|cp|kill|pull|push|restart|rm|rmi|run|start|stop|tag)|docker(?:-|\s+)compose\s+(?:-\S+\s+(?:[^\s-]\S*\s+)?)*(?:build|create|down|pull|restart|rm|run|start|stop|up)|kubectl\s+(?:-\S+\s+(?:[^\s-]\S*\s+)?)*(?:annotate|apply|autoscale|cordon|cp|create|delete|drain|edit|label|patch|replace|rollout\s+(?:restart|undo|pause|resume)|run|scale|set|taint|uncordon)|helm\s+(?:install|rollback|uninstall|upgrade)|(?:systemctl|service)\s+(?:\S+\s+)?(?:disable|enable|reload|restart|start|stop)|(?:terraform|tofu|pulumi)\s+(?:apply|destroy|import|up)|crontab|useradd|usermod)\b/m
// A redirection into a file, not into /dev/null or another stream.
const redirect = /(?:^|[^->&\d])(?:1|2)?>{1,2}\s*(?!\/dev\/null|&)[\w./~$"']/
const statement = /^\s*(?:insert|update|delete|create|drop|alter|truncate|replace|merge|grant|revoke)\b/i
const code =
  /\bopen\([^)\n]*,\s*(?:mode\s*=\s*)?["'][wax]|\.(?:write|writelines|write_text|to_csv|to_json|save|save_pretrained)\(|fs\.(?:promises\.)?(?:write|append|unlink|rm|mkdir)/

/**
 * True when the arguments themselves say that the call changes something (a shell command that
 * writes, an SQL statement that updates, code that saves), false when they name an act that only
 * looks (`{"command": "view"}`), null when they say nothing.
 */
export function writes(args: unknown): boolean | null {
  const { text, isRun } = textOf(args)
  if (text === null) return null
  if (looks.test(text)) return false
  return says(text) || (isRun && assignment.test(lastLine(text))) ? true : null
}

/** The command or code that the arguments hold, its first 4000 characters, or null. */
export function commandOf(args: unknown): string | null {
  const { text, isRun } = textOf(args)
  return isRun || typeof args === 'string' ? text : null
}

// The name of an act in a tool that has several.
const looks = /^(?:view|read|get|list|ls|search|find|show|open|cat|query|status|describe)$/i

function says(text: string): boolean {
  return (
    commands.test(text) ||
    acts.test(text) ||
    (!comparison.test(text) && redirect.test(text)) ||
    statement.test(text) ||
    code.test(text)
  )
}

// Code that ends by keeping a value says nothing and changes what later code finds.
const assignment = /^[A-Za-z_][\w.]*(?:\[.*\])?\s*[-+*/]?=\s*[^=\s]/

// What a person does at a screen.
const acts =
  /^(?:(?:left|right|middle|double|triple)_?)?(?:click|tap|type|key|press|hover|drag|scroll|swipe|select|fill|navigate|goto|mouse_move|left_click_drag|hold_key)$/i

// Where `>` compares or closes a tag: SQL, markup, templates.
const comparison = /^\s*(?:<|select\b|with\b|show\b|describe\b|explain\b)/i

interface Told {
  readonly text: string | null
  readonly isRun: boolean
}

function textOf(args: unknown): Told {
  if (typeof args === 'string') return { text: args.slice(0, MOST_CHARS), isRun: false }
  if (typeof args === 'object' && args !== null && !Array.isArray(args)) {
    for (const [key, isRun] of keys) {
      const value = propertyOf(args as JsonObject, key)
      if (typeof value === 'string') return { text: value.slice(0, MOST_CHARS), isRun }
    }
  }
  return { text: null, isRun: false }
}

function lastLine(text: string): string {
  const code = text.trimEnd()
  return code.slice(code.lastIndexOf('\n') + 1)
}
