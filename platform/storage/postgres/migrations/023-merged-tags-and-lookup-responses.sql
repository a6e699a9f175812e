-- The tag that a tag was merged into: what arrives for an archived one is linked to that.
alter table tags add column merged_into uuid;

-- When the provider has responded to the look-up of a tag. Up to now, both were the same.
alter table identifier_asks add column date_responded bigint;
update identifier_asks set date_responded = date_asked;
