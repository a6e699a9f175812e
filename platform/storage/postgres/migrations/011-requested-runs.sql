-- A run of the sync that something else asks for, no earlier than this: insight when tags got their ids at the provider.
alter table syncs add column date_requested bigint;

-- Leases that end later than any lease can are looked for: a clock that was ahead has written them.
create index syncs_leases on syncs (lease_until) where lease_until is not null;
