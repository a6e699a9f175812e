import type { Random } from './random.ts'

const OPENINGS = [
  'Thanks for making time at such short notice.',
  'Can you hear me? Good, then let us start.',
  'I only have ten minutes, so I will be quick.',
] as const
const TOPICS = [
  'The truck for the second warehouse is late again.',
  'The numbers of last week look better than expected.',
  'The supplier wants to change the payment term.',
  'We need one more licence for the night shift.',
] as const
const PROMISES = [
  "I'll send you the details by Friday.",
  "I'll check it with Dmitri and let you know tomorrow.",
  "I'll prepare an order form and share it this week.",
] as const

/** A short talk of two people, `ada` and `guest`, in which Ada promises something. */
export function createDripTalk(random: Random): string {
  return [
    `guest: ${random.pick(OPENINGS)}`,
    `guest: ${random.pick(TOPICS)}`,
    'ada: I saw that, too. What do you need from us?',
    'guest: A decision before the end of the week.',
    `ada: ${random.pick(PROMISES)}`,
    'guest: Perfect. That was all.',
  ].join('\n')
}
