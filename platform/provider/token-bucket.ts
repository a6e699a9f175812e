/** How fast a provider may be called. */
export interface PaceRules {
  perSecond: number
  /** Calls that may follow each other at once after a time of quiet. */
  burst: number
}

/** Calls that may begin at once, as of a time. Below zero: that many have been promised a later time. */
export interface Pace {
  tokens: number
  at: number
}

export function fullPace({ burst }: PaceRules, now: number): Pace {
  return { tokens: burst, at: now }
}

/** Takes the next free time for a call, and answers how long it is until then (ms). */
export function takeTurn({ tokens, at }: Pace, now: number, { perSecond, burst }: PaceRules): [Pace, number] {
  const filled = Math.min(burst, tokens + ((now - at) * perSecond) / 1_000)
  const left = filled - 1
  return [{ tokens: left, at: now }, left >= 0 ? 0 : Math.ceil((-left * 1_000) / perSecond)]
}
