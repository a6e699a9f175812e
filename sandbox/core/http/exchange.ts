import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { MockContext } from '../context.ts'
import { type Fault, isProcessed } from '../faults/kinds.ts'
import type { ActiveFault } from '../faults/rule.ts'
import type { LedgerEntry } from '../ledger.ts'
import type { HttpRequest } from './request.ts'
import { HttpError, type HttpResponse, html, json } from './responses.ts'
import { matchRoute, type Route } from './router.ts'
import type { Vendor } from './vendor.ts'

/** A request that has been received, with its route, its ledger entry and the fault that it triggered. */
export interface Exchange {
  readonly request: HttpRequest
  readonly route: Route | undefined
  readonly entry: LedgerEntry
  readonly activeFault: ActiveFault | undefined
}

/** Finds the request's route, account and fault, and adds the request to the ledger. */
export function startExchange(vendor: Vendor, context: MockContext, request: HttpRequest): Exchange {
  const match = matchRoute(vendor.routes, request.method, request.url.pathname)
  request.params = match?.params ?? {}
  request.account = vendor.identify(request)
  const activeFault = context.faults.trigger(request)
  const entry = context.ledger.add(request, { api: match?.route.api, fault: activeFault?.rule.fault.kind })
  request.inFlight = entry.inFlightInApi
  return { request, route: match?.route, entry, activeFault }
}

/** Returns the vendor's response, or the one that the fault puts in its place. */
export async function respond(
  vendor: Vendor,
  context: MockContext,
  { request, route, activeFault }: Exchange,
): Promise<HttpResponse> {
  // Without one turn of the event loop, requests that arrive together would never be in flight together.
  await nextTurn()
  if (route?.api && context.latency > 0) await sleep(context.latency)
  const fault = activeFault?.rule.fault
  if (fault?.kind === 'hang') await activeFault?.removed
  if (fault?.kind === 'slow') await sleep(fault.ms)
  const faultResponse = fault && toFaultResponse(vendor, request, fault)
  if (faultResponse && !isProcessed(fault)) return faultResponse
  const response = await dispatch(vendor, request, route)
  return faultResponse ?? response
}

/** Handles one part of a batch like a request of its own, with ledger, faults and latency but without a connection. */
export async function handleBatchPart(
  vendor: Vendor,
  context: MockContext,
  request: HttpRequest,
): Promise<HttpResponse> {
  const exchange = startExchange(vendor, context, request)
  const response = await respond(vendor, context, exchange)
  context.ledger.recordResponse(exchange.entry, { status: response.status, units: request.units })
  context.ledger.end(exchange.entry)
  return response
}

async function dispatch(vendor: Vendor, request: HttpRequest, route: Route | undefined): Promise<HttpResponse> {
  try {
    return route ? await route.handle(request) : vendor.unknownRoute(request)
  } catch (error) {
    return error instanceof HttpError ? error.response : vendor.internalError(request, error)
  }
}

/** The response with which a fault replaces the vendor's; undefined when the fault leaves the vendor's response as it is. */
function toFaultResponse(vendor: Vendor, request: HttpRequest, fault: Fault): HttpResponse | undefined {
  switch (fault.kind) {
    case 'response':
      return toScriptedResponse(fault)
    case 'error':
      return vendor.errors[fault.name]?.(request)
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

function toScriptedResponse({ status, headers = {}, body = '' }: Extract<Fault, { kind: 'response' }>): HttpResponse {
  if (typeof body !== 'string') return json(body, status, headers)
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body }
}
