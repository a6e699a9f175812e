import { omitUndefined } from '../../src/runtime/omit.ts'
import { isObject } from '../model/parse.ts'

/** What the linked data of a page (schema.org in JSON-LD) says about it. */
export interface LinkedData {
  headline?: string
  description?: string
  image?: string
  author?: string
  datePublished?: string
}

/** Reads the members of the first article or page that the scripts describe. Scripts that are not JSON are ignored. */
export function readLinkedData(scripts: readonly string[]): LinkedData {
  const nodes = scripts.flatMap((script) => nodesOf(parse(script)))
  const node =
    nodes.find(({ datePublished }) => typeof datePublished === 'string') ?? nodes.find(({ headline }) => headline)
  if (!node) return {}
  return omitUndefined({
    headline: textOf(node.headline),
    description: textOf(node.description),
    image: textOf(node.image, 'url'),
    author: textOf(node.author, 'name'),
    datePublished: textOf(node.datePublished),
  })
}

/** The objects of a document: itself, the members of a list, and those of a graph. */
function nodesOf(document: unknown): Record<string, unknown>[] {
  const roots = Array.isArray(document) ? document : [document]
  return roots.flatMap((root) => {
    if (!isObject(root)) return []
    return [root, ...(Array.isArray(root['@graph']) ? root['@graph'].filter(isObject) : [])]
  })
}

function parse(script: string): unknown {
  try {
    return JSON.parse(script)
  } catch {
    return undefined
  }
}

/** A text, the first one of a list, or the text that an object has under `member`. */
function textOf(value: unknown, member?: string): string | undefined {
  const first = Array.isArray(value) ? value[0] : value
  const text = isObject(first) && member !== undefined ? first[member] : first
  return typeof text === 'string' ? text : undefined
}
