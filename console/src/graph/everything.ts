/**
 * A scope of all that the person may see: a block has all links of an empty group. Searches without a scope find only what
 * the person created, and what is linked to favourites.
 */
export const EVERYTHING = { orFilters: [{ tags: [] }] }
