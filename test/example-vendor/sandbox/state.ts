import type { MockContext } from '../../../sandbox/core/context.ts'
import type { AuthorizationServer } from '../../../sandbox/core/oauth/authorization-server.ts'

/** What all routes of the mock server share. The items of a kind belong to the file of its routes. */
export interface BeaconState {
  readonly context: MockContext
  readonly oauth: AuthorizationServer
  /** When the mock server started (epoch ms): the sample items are placed around it. */
  readonly start: number
}
