-- A refresh that ended after its user had disconnected saved the new credential.
update connections set credential = null, credential_key_id = null, date_credential = null
where status = 'disconnected' and credential is not null;
