import { loopAttributes, type Decision } from '@loop-observer/rules'
import type { Attributes } from '@opentelemetry/api'
import type { RunSummary } from '../../store/store.ts'

/** Attributes of a decision span that no other span of ours has, with what each says; checked against the docs. */
export const decisionAttributes = {
  'loop.decision.action': 'Text. `nudge`, `halt` or `escalate`.',
  'loop.decision.reason': 'Text. Why: one of the reasons.',
  'loop.decision.enforced':
    'True or false. False when the mode only recorded it: the agent was told nothing.',
  'loop.decision.scope': 'Text. `run`, or `lane` when one lane is meant.',
  'loop.decision.message': 'Text. What the model is told.',
  'loop.decision.explanation': 'Text. For a person.',
  'loop.decision.tried': 'Array of text. Tools tried since the last progress.',
  'loop.decision.missing': 'Text. What is not known yet; absent when nothing can be said.',
  'loop.decision.class': 'Text. Of a limit: what the run was doing when it met it.',
  'loop.decision.step': 'Text. The step that had just settled.',
  'loop.decision.counts': 'JSON text. The numbers behind the finding.',
  'loop.decision.resumable': 'True or false. Whether an operator may let the run go on.',
  'loop.decision.policy_version': 'Text. Policy that the run began with.',
  'loop.decision.engine_version': 'Text. Version of the rules.',
  'loop.run.turns': 'Whole number. Model turns of the run so far.',
  'loop.run.tool_calls': 'Whole number. Tool calls of the run so far.',
  'loop.run.tokens': 'Whole number. Tokens of the run so far.',
  'loop.run.cost_usd': 'Number, US dollars. Cost of the run so far.',
  'loop.run.seconds': 'Number. Time of the run so far.',
  'loop.page': 'Text. Link to the page of the run.',
} as const

type DecisionAttribute = keyof typeof decisionAttributes

/** Attributes of the span of a decision. */
export function attributesOf(decision: Decision, summary: RunSummary | null, page: string): Attributes {
  const { totals } = decision
  const own: Readonly<Record<DecisionAttribute, Attributes[string]>> = {
    'loop.decision.action': decision.action,
    'loop.decision.reason': decision.reason,
    'loop.decision.enforced': decision.enforced,
    'loop.decision.scope': decision.scope,
    'loop.decision.message': decision.message,
    'loop.decision.explanation': decision.explanation,
    'loop.decision.tried': [...decision.tried],
    'loop.decision.missing': decision.missing || undefined,
    'loop.decision.class': decision.class,
    'loop.decision.step': decision.step,
    'loop.decision.counts': JSON.stringify(decision.evidence.counts),
    'loop.decision.resumable': decision.resumable,
    'loop.decision.policy_version': decision.policyVersion,
    'loop.decision.engine_version': decision.engineVersion,
    'loop.run.turns': totals.steps,
    'loop.run.tool_calls': totals.toolCalls,
    'loop.run.tokens': totals.tokens,
    'loop.run.cost_usd': totals.costUsd,
    'loop.run.seconds': totals.seconds,
    'loop.page': page,
  }
  return {
    [loopAttributes.runId]: decision.run,
    [loopAttributes.decisionSeq]: decision.seq,
    [loopAttributes.lane]: decision.lane,
    [loopAttributes.agent]: summary?.agent ?? undefined,
    [loopAttributes.task]: summary?.task ?? undefined,
    'gen_ai.agent.name': summary?.agent ?? undefined,
    ...own,
  }
}

/** The event of the GenAI conventions for a judgement about what an agent did. */
export const evaluationEvent = 'gen_ai.evaluation.result'

/** Attributes of that event. */
export function evaluationOf({ reason, action, explanation }: Decision): Attributes {
  return {
    'gen_ai.evaluation.name': `loop_observer.${reason}`,
    'gen_ai.evaluation.score.label': action,
    'gen_ai.evaluation.explanation': explanation,
  }
}
