-- How an account was connected, and until when the certificate of its key is valid.
alter table connections
  add column connect_method text check (connect_method in ('oauth', 'key')),
  add column date_certificate_end bigint;
update connections set connect_method = 'oauth' where credential is not null;
