import { presets, resolvePolicy, rules } from '@loop-observer/rules'
import { describe, expect, it } from 'vitest'
import { ConfigError, formatProblem } from '../../../collector/config/problems.ts'
import { readPolicy } from '../../../collector/config/read-policy.ts'

function policyOf(text: string) {
  return readPolicy(text, 'policy.yaml', rules).policy
}

function complaintsAbout(text: string): readonly string[] {
  try {
    policyOf(text)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(formatProblem)
    throw error
  }
  throw new Error('nothing was wrong with it')
}

describe('the policy file', () => {
  it('may be empty', () => {
    const run = { source: 'sdk', agent: null, attributes: {} } as const
    const { version, ...builtin } = resolvePolicy({ digest: 'builtin' }, run)
    const { version: ofFile, ...read } = resolvePolicy(policyOf(''), run)
    expect(read).toEqual(builtin)
    expect(ofFile).not.toBe(version)
  })

  it('says everything in snake_case and is read into the words of the engine', () => {
    expect(
      policyOf(`
preset: strict
mode: { telemetry: nudge, sdk: enforce }
hold_ms: 50
run_key: session.id
store_content: none
max_nudges: 1
limits: { steps: 40, tool_calls: null, cost_usd: 1.5 }
rules:
  repetition: { enabled: true, response: halt, nudge_at: 4, halt_at: 5, calls_halt_at: 9 }
tools: { read_only: ['look_*'], resource_keys: [ticket] }
routes:
  - agent: 'billing-*'
    attributes: { env: prod }
    mode: enforce
    limits: { effects: 2 }
    rules: { exhaustion: { enabled: false } }
    max_nudges: 0
`),
    ).toEqual({
      digest: expect.stringMatching(/^[0-9a-f]{16}$/),
      preset: 'strict',
      mode: { telemetry: 'nudge', sdk: 'enforce' },
      holdMs: 50,
      runKey: ['session.id'],
      storeContent: 'none',
      maxNudges: 1,
      limits: { steps: 40, toolCalls: null, costUsd: 1.5 },
      rules: {
        repetition: { enabled: true, response: 'halt', settings: { nudgeAt: 4, haltAt: 5, callsHaltAt: 9 } },
      },
      tools: { readOnly: ['look_*'], resourceKeys: ['ticket'] },
      routes: [
        {
          agent: 'billing-*',
          attributes: { env: 'prod' },
          mode: 'enforce',
          limits: { effects: 2 },
          rules: { exhaustion: { enabled: false, settings: {} } },
          maxNudges: 0,
        },
      ],
    })
  })

  it('has another digest when its text is another', () => {
    expect(policyOf('preset: strict').digest).not.toBe(policyOf('preset: balanced').digest)
    expect(policyOf('preset: strict').digest).toBe(policyOf('preset: strict').digest)
  })
})

describe('what is wrong with a policy file', () => {
  it('is all shown at once, with file, line, column and the key as the user wrote it', () => {
    expect(
      complaintsAbout(`preset: ballanced
hold_ms: soon
rules:
  repetition:
    nudge_at: 0
    halt_att: 4
  repitition: { enabled: true }
limits:
  steps: 1.5
`),
    ).toEqual([
      'policy.yaml:1:9: preset: must be one of strict, balanced, assertive; is the text `ballanced`. Did you mean `balanced`?',
      'policy.yaml:2:10: hold_ms: must be a number, is the text `soon`',
      expect.stringMatching(
        /^policy\.yaml:5:15: rules\.repetition\.nudge_at: must be at least [\d.]+, is `0`$/,
      ),
      'policy.yaml:6:5: rules.repetition.halt_att: unknown key; did you mean `halt_at`?',
      'policy.yaml:7:3: rules.repitition: unknown key; did you mean `repetition`?',
      expect.stringMatching(/^policy\.yaml:9:10: limits\.steps: must be a whole number, /),
    ])
  })

  it.each([
    [
      'both said',
      'rules:\n  repetition:\n    nudge_at: 6\n    halt_at: 3\n',
      '4:14: rules.repetition.halt_at: is 3, below `nudge_at`, which is 6',
    ],
    [
      'the lower one said',
      'rules: { oscillation: { halt_rounds: 2 } }\n',
      '1:38: rules.oscillation.halt_rounds: is 2, below `nudge_rounds`, which is 2.5 under balanced',
    ],
    [
      'the upper one said',
      'rules: { exhaustion: { nudge_stale: 20 } }\n',
      '1:37: rules.exhaustion.nudge_stale: is 20, above `halt_stale`, which is 4 under balanced',
    ],
    [
      'in a route',
      'routes:\n  - rules: { completion: { halt_calls: 3 } }\n',
      '2:40: routes.0.rules.completion.halt_calls: is 3, below `nudge_calls`, which is 4 under balanced',
    ],
    [
      'by a route against the file',
      'rules: { dependency_down: { nudge_at: 4, escalate_at: 6 } }\nroutes:\n  - rules: { dependency_down: { escalate_at: 2 } }\n',
      '3:46: routes.0.rules.dependency_down.escalate_at: is 2, below `nudge_at`, which is 4',
    ],
    [
      "by a route's preset",
      'rules: { repetition: { nudge_at: 4 } }\nroutes:\n  - preset: assertive\n',
      '3:13: routes.0.preset: under assertive `rules.repetition.halt_at` is 3.5, below `nudge_at`, which is 4',
    ],
  ])('includes a halt that would come before its nudge: %s', (_, text, complaint) => {
    expect(complaintsAbout(text)).toEqual([`policy.yaml:${complaint}`])
  })

  it('is nothing where only the order of thresholds is kept', () => {
    expect(() => policyOf('rules: { repetition: { nudge_at: 6, halt_at: 6 } }\n')).not.toThrow()
    for (const preset of presets) expect(() => policyOf(`preset: ${preset}\n`)).not.toThrow()
  })

  it.each([
    [
      'a mode that does not exist',
      'mode: enforced',
      'policy.yaml:1:7: mode: must be one of shadow, nudge, enforce; is the text `enforced`. Did you mean `enforce`?',
    ],
    [
      'a mode for a way of attaching that does not exist',
      'mode:\n  telemetri: shadow',
      'policy.yaml:2:3: mode.telemetri: unknown key; did you mean `telemetry`?',
    ],
    [
      'a list where a block belongs',
      'rules: []',
      'policy.yaml:1:8: rules: must be a block of keys, is a list',
    ],
    ['a file that is no block of keys', '- 1', 'policy.yaml:1:1: must be a block of keys, is a list'],
    [
      'a key inside a route',
      'routes:\n  - agents: x',
      'policy.yaml:2:5: routes.0.agents: unknown key; did you mean `agent`?',
    ],
    [
      'a key given twice',
      'preset: strict\npreset: balanced',
      'policy.yaml:2:1: preset: this key is given twice',
    ],
    [
      'a key without a value',
      'rules:\n  repetition:\n    nudge_at:',
      'policy.yaml:3:14: rules.repetition.nudge_at: must be a number, is null',
    ],
  ])('names %s', (_, text, complaint) => {
    expect(complaintsAbout(text)).toEqual([complaint])
  })

  it.each(['rules: {', 'a: b: c', '\tpreset: strict', '*nowhere', 'a: &x [*x]'])(
    'is said with a place when it is not YAML: %j',
    (text) => {
      expect(complaintsAbout(text)[0]).toMatch(/^policy\.yaml:\d+:\d+: /)
    },
  )
})
