import { type Static, Type } from '../../src/contract/schema.ts'

const Outcome = Type.Union([
  Type.Literal('passed'),
  Type.Literal('failed'),
  Type.Literal('warning'),
  Type.Literal('skipped'),
])

const Violation = Type.Object({
  text: Type.String({ description: 'What is wrong, as a sentence' }),
  sent: Type.Optional(Type.String({ description: 'The request, without secrets and cut' })),
  received: Type.Optional(Type.String({ description: 'The response, without secrets and cut' })),
})

/** A rule that was applied to something. */
export const Result = Type.Object({
  rule: Type.String({ description: 'Id of the rule' }),
  level: Type.Union([Type.Literal('must'), Type.Literal('should')]),
  requires: Type.String({ description: 'What the rule requires' }),
  section: Type.String({ description: 'Section of the specification' }),
  sentence: Type.String({ description: 'Sentence of the specification that the rule comes from' }),
  application: Type.Optional(Type.String()),
  account: Type.Optional(Type.String({ description: 'Title of the account with which the rule was run' })),
  route: Type.Optional(Type.String({ description: 'Path of the route that the rule was applied to' })),
  outcome: Outcome,
  reason: Type.Optional(Type.String({ description: 'Why a rule was skipped' })),
  violations: Type.Array(Violation),
  furtherViolations: Type.Integer({ description: 'How many more there were', minimum: 0 }),
  remedy: Type.String({ description: 'What to do about a violation' }),
  durationMs: Type.Number({ minimum: 0 }),
})
export type Result = Static<typeof Result>

/** What a run found. `failed`: a rule that the specification states was violated. */
export const Report = Type.Object({
  format: Type.Literal(1),
  provider: Type.Object({ name: Type.String(), url: Type.String(), applications: Type.Array(Type.String()) }),
  dateStart: Type.Number({ description: 'Start of the run (epoch ms)' }),
  dateEnd: Type.Number({ description: 'End of the run (epoch ms)' }),
  outcome: Type.Union([Type.Literal('passed'), Type.Literal('failed')]),
  counts: Type.Object({
    passed: Type.Integer(),
    failed: Type.Integer(),
    warning: Type.Integer(),
    skipped: Type.Integer(),
  }),
  requests: Type.Integer({ description: 'How many requests the provider responded to' }),
  results: Type.Array(Result),
  made: Type.Array(Type.String(), { description: 'What was written at the vendor, for whoever removes it' }),
})
export type Report = Static<typeof Report>
