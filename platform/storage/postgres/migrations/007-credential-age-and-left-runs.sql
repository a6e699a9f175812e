-- Since when there is this credential, from which its life is known; null: not known.
alter table connections add column date_credential bigint;

-- Runs that nobody will go on with are looked for whenever work is: their syncs were paused or stopped meanwhile.
create index syncs_left on syncs (lease_until) where run_id is not null and not runnable;
