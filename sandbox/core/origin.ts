import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { type Answer, html, json } from './answers.ts'
import type { Call } from './call.ts'
import type { Clock } from './clock.ts'
import { type Fault, isProcessed } from './fault.ts'
import type { ActiveFault } from './fault-rule.ts'
import type { Faults } from './faults.ts'
import type { Entry, Ledger } from './ledger.ts'
import { matchRoute, type Route } from './router.ts'

/** What a vendor's stand-in must say about itself; everything else is the same for all. */
export interface Vendor {
  readonly name: string
  readonly routes: readonly Route[]
  /** The account whose access token the call carries, if it is a live one. */
  identify(call: Call): string | undefined
  /** The vendor's own answer to a path it does not have. */
  unknownRoute(call: Call): Answer
  /** The vendor's own answer when a route throws something that is no answer: a defect of the sandbox. */
  crashed(call: Call, error: unknown): Answer
  /** The vendor's own errors, by the names that scripted faults use. */
  readonly errors: Readonly<Record<string, (call: Call) => Answer>>
}

/** The vendor-neutral part of one origin: what tests look at and turn. */
export interface Stage {
  readonly clock: Clock
  readonly ledger: Ledger
  readonly faults: Faults
  /** Milliseconds added to every answer of a route that belongs to an API. */
  latency: number
}

/** An answer that a route throws to leave early. */
export class Refusal extends Error {
  readonly answer: Answer
  constructor(answer: Answer) {
    super(`Refused with ${answer.status}`)
    this.answer = answer
  }
}

/** A call that has been let in: written into the ledger, and perhaps struck by a fault. */
export interface Admitted {
  readonly call: Call
  readonly route: Route | undefined
  readonly entry: Entry
  readonly struck: ActiveFault | undefined
}

export function admit(vendor: Vendor, stage: Stage, call: Call): Admitted {
  const match = matchRoute(vendor.routes, call.method, call.url.pathname)
  call.params = match?.params ?? {}
  call.account = vendor.identify(call)
  const struck = stage.faults.strike(call)
  const entry = stage.ledger.open(call, { api: match?.route.api, fault: struck?.rule.fault.kind })
  call.inFlight = entry.inFlightInApi
  return { call, route: match?.route, entry, struck }
}

/** What the vendor answers, or what a fault puts in the place of it. */
export async function answerTo(vendor: Vendor, stage: Stage, { call, route, struck }: Admitted): Promise<Answer> {
  // Without one turn of the event loop, calls that arrive together would never be in flight together.
  await turn()
  if (route?.api && stage.latency > 0) await pause(stage.latency)
  const fault = struck?.rule.fault
  if (fault?.kind === 'hang') await struck?.removed
  if (fault?.kind === 'slow') await pause(fault.ms)
  const substitute = fault && replacement(vendor, call, fault)
  if (substitute && !isProcessed(fault)) return substitute
  const proper = await dispatch(vendor, call, route)
  return substitute ?? proper
}

/** A part of a batch lives the same life, without a connection. */
export async function performPart(vendor: Vendor, stage: Stage, call: Call): Promise<Answer> {
  const admitted = admit(vendor, stage, call)
  const answer = await answerTo(vendor, stage, admitted)
  stage.ledger.settle(admitted.entry, { status: answer.status, units: call.units })
  stage.ledger.close(admitted.entry)
  return answer
}

async function dispatch(vendor: Vendor, call: Call, route: Route | undefined): Promise<Answer> {
  try {
    return route ? await route.handle(call) : vendor.unknownRoute(call)
  } catch (error) {
    return error instanceof Refusal ? error.answer : vendor.crashed(call, error)
  }
}

/** The answer that a fault puts in the place of the proper one, or undefined when it leaves the answer as it is. */
function replacement(vendor: Vendor, call: Call, fault: Fault): Answer | undefined {
  switch (fault.kind) {
    case 'answer':
      return scripted(fault)
    case 'error':
      return vendor.errors[fault.name]?.(call)
    case 'html':
      return html(
        '<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>\n',
        fault.status ?? 502,
      )
    case 'reset':
    case 'close':
      return { status: 0, headers: {}, body: '' }
    default:
      return undefined
  }
}

function scripted({ status, headers = {}, body = '' }: Extract<Fault, { kind: 'answer' }>): Answer {
  if (typeof body !== 'string') return json(body, status, headers)
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body }
}
