/** What is remembered of an effect that has a name. */
export interface EffectMemory {
  /** Hash of the agent's name for it. */
  readonly id: number
  /** Newest attempt that took a place among the allowed effects. */
  readonly taken: number
  /** Newest attempt whose place was given back. */
  readonly givenBack: number
  /** A call that carries it out was seen. */
  readonly made: boolean
}

/** A time in which the run waited for a person, milliseconds since the epoch. What is not known yet is null. */
export interface WaitMemory {
  /** Hash of the effect and the attempt. */
  readonly id: number
  readonly fromMs: number | null
  readonly toMs: number | null
}

/** True when the effect stands for one of the run's. */
export function isCounted({ taken, givenBack, made }: EffectMemory): boolean {
  return made || taken > givenBack
}

/** True when a place among the allowed effects is held for it. */
export function isHeld({ taken, givenBack }: EffectMemory): boolean {
  return taken > givenBack
}
