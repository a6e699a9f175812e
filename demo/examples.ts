/** Queries to try, in the order of their numbers. Each is one operation that a person without knowledge of the data may run. */
export const EXAMPLES: readonly { title: string; query: string }[] = [
  { title: 'who you are', query: '{ tenant { givenName email } }' },
  {
    title: 'mail that mentions a word',
    query: '{ searchGraph(input: { searchString: "plan", blockTypes: [email], size: 5 }) { title dateAssociated } }',
  },
  {
    title: 'the people you have most to do with',
    query: '{ searchGraphTags(input: { tagTypes: [person], size: 5 }) { alias occurrenceCount } }',
  },
  {
    title: 'the companies you have most to do with',
    query: '{ searchGraphTags(input: { tagSubTypes: ["organization"], size: 5 }) { alias occurrenceCount } }',
  },
  {
    title: 'records of Salesforce',
    query: '{ searchGraph(input: { blockTypes: [record], size: 5 }) { title externalId } }',
  },
  {
    title: 'the state of every sync',
    query: '{ connections { label status syncs { sync health dateNextRun } } }',
  },
]
