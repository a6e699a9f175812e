/** For tests of one's own provider: a platform, a running provider, the context of a handler, and the conformance suite. */
export { type Report, type Result, type Samples, toHtml, toJson, toJUnit, toText } from '../../conformance/index.ts'
export * from './call.ts'
export * from './conformance.ts'
export * from './platform.ts'
export * from './running-provider.ts'
