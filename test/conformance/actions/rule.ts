import type {
  ConnectedProvider,
  FieldValue,
  FunctionValue,
  SearchCriterion,
  TagReference,
} from '../../../src/contract/index.ts'
import type { Client } from '../client.ts'

/**
 * What to call the handlers of an application with that its definition does not promise. Everything named here exists at
 * the vendor. A member that is missing promises that the application has no such handler.
 */
export interface Exercises {
  /** Tags that rows of insight belong to. */
  insight?: { tagType: string; tags: { externalId: string }[] }
  /** A record to create, and what to change about it afterwards. */
  records?: { metadataType: string; created: FieldValue[]; changed: FieldValue[] }
  /** What a new note is attached to. */
  notes?: { tags: { externalId: string; tagType: string }[] }
  /** At least two tags with different records. */
  tags?: TagReference[]
  /** The address of a record in the vendor's UI. */
  link?: { url: string }
  function?: { functionName: string; configuration: Record<string, unknown>; values: FunctionValue[] }
  /** At least two records have this type and match no criteria; none matches `none`. */
  query?: { metadataType: string; returnFields: string[]; none: SearchCriterion[] }
}

export type ActionName = keyof Exercises

/** A connection of an application whose handlers are called. */
export interface Subject {
  /** The provider's name. */
  provider: string
  application: string
  client: Client
  connection: ConnectedProvider
}

/** A rule of the provider interface. `findViolations` resolves to sentences; none if the provider obeys it. */
export interface Rule<Exercise> {
  name: string
  findViolations: (subject: Subject, exercise: Exercise) => Promise<string[]>
}

/** A route that people's actions lead to, or insight. */
export interface Action<Name extends ActionName = ActionName> {
  name: Name
  path: (application: string) => string
  /** A valid body without its connection. Without an exercise, it is one that any application can read. */
  body: (exercise?: NonNullable<Exercises[Name]>) => Record<string, unknown>
  /** The member of the body that is the connection. */
  connection: 'connectedProvider' | 'outputConnectedProvider'
  /** Whether a credential without the URL of the vendor's tenant is rejected up front. */
  needsInstanceUrl: boolean
  rules: readonly Rule<NonNullable<Exercises[Name]>>[]
}

/** Calls an action with a valid body; `changes` replace its members, `connection` members of its connection. */
export async function call<Name extends ActionName>(
  { client, application, connection }: Subject,
  action: Action<Name>,
  exercise: NonNullable<Exercises[Name]> | undefined,
  changes: { body?: object; connection?: object } = {},
): Promise<{ status: number; body: ReturnType<typeof JSON.parse> }> {
  const response = await client.post(action.path(application), {
    [action.connection]: { ...connection, ...changes.connection },
    ...action.body(exercise),
    ...changes.body,
  })
  return { status: response.status, body: await response.json().catch(() => undefined) }
}

/** Collects sentences about what is wrong. */
export class Violations {
  readonly list: string[] = []

  expect(isMet: boolean, violation: string): void {
    if (!isMet) this.list.push(violation)
  }

  /** For status 200 and a body without validation errors. Returns whether both hold, so that the body can be read. */
  expectBody(
    { status, body }: { status: number; body: unknown },
    describeErrors: (body: unknown) => string[],
  ): boolean {
    const errors = status === 200 ? describeErrors(body) : []
    this.expect(status === 200, `the status is ${status}: ${JSON.stringify(body)}`)
    this.list.push(...errors.map((error) => `the body is not valid: ${error}`))
    return status === 200 && errors.length === 0
  }
}
