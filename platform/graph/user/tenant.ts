import type { Tenant } from '../../storage/connections/tenants.ts'
import { builder } from '../builder.ts'

const TenantType = builder.objectRef<Tenant>('Tenant').implement({
  description: 'The account of the viewer.',
  fields: (t) => ({
    _id: t.exposeID('tenantId', { nullable: false }),
    email: t.exposeString('email'),
    givenName: t.exposeString('givenName', { nullable: true }),
    tagId: t.exposeString('tagId', { nullable: false, description: "The account's own person tag." }),
  }),
})

builder.queryField('tenant', (t) =>
  t.field({ type: TenantType, nullable: false, resolve: (_root, _args, { viewer }) => viewer }),
)
