-- On a cluster, tenants are a table that all nodes have, and what every change of a tenant writes is in a table of the bucket
-- that holds the tenant. On one PostgreSQL it stays where it is.
create view feeds as select tenant_id, sequence, date_recommendations_due from tenants;

-- The schema that holds the tables of the tenant; null on one PostgreSQL.
alter table tenants add column bucket text;
-- Who signs up gets the bucket of the others of their organization.
create index tenants_domain on tenants (split_part(email, '@', 2)) where bucket is not null;
