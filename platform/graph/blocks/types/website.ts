import { domainOfUrl } from '../../../../src/runtime/web-address.ts'
import { defineBlockType } from './block.ts'

interface WebsiteDetail {
  url?: string
  domain?: string
  siteName?: string
  description?: string
  favicon?: string
  imageUrl?: string
  author?: string
  datePublished?: number
  language?: string
}

const of = ({ detail }: { detail: object }) => detail as WebsiteDetail

export const Website = defineBlockType('website', 'A web page.', (t) => ({
  url: t.string({ resolve: (site) => of(site).url ?? site.uri }),
  domain: t.string({ resolve: (site) => of(site).domain ?? siteDomain(of(site).url ?? site.uri) }),
  siteName: t.string({ resolve: (site) => of(site).siteName }),
  description: t.string({ resolve: (site) => of(site).description }),
  favicon: t.string({ resolve: (site) => of(site).favicon }),
  imageUrl: t.string({ resolve: (site) => of(site).imageUrl }),
  author: t.string({ resolve: (site) => of(site).author }),
  datePublished: t.float({ resolve: (site) => of(site).datePublished }),
  language: t.string({ resolve: (site) => of(site).language }),
}))

function siteDomain(text: string | null): string | null {
  const url = text === null ? null : URL.parse(text)
  return url && domainOfUrl(url)
}
