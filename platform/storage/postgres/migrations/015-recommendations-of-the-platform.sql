-- Recommendations that the platform makes from what a tenant sees; it resolves them itself when their reason is gone.
alter table recommendations add column automatic boolean not null default false;
-- What a person has accepted or dismissed is not recommended again.
create index recommendations_settled on recommendations (tenant_id, subject)
  where state in ('accepted', 'dismissed') and subject is not null;

-- When recommendations are next made for a tenant.
alter table tenants add column date_recommendations_due bigint not null default 0;
create index tenants_recommendations_due on tenants (date_recommendations_due);
