import type { BlockPageQuery, PageBlockFragment, PageRowFragment } from '../../../documents.ts'

/** Any block with what its page shows. */
export type ShownPage = PageBlockFragment

/** A block of one kind, such as `BlockOf<'Email'>`. */
export type BlockOf<Kind extends ShownPage['__typename']> = Extract<ShownPage, { __typename: Kind }>

export type Row = PageRowFragment

/** What a page shows besides its block: what came out of it, what belongs to it, and who is looking. */
export type PageContext = Pick<BlockPageQuery, 'tenant' | 'results' | 'components'>
