#!/bin/sh
# Writes the secrets of compose.yaml to files, each a random one: write-secrets.sh [FOLDER], by default secrets/.
# A file that exists is left as it is, because what it encrypts could not be read with another secret.
# The files are readable for containers, which have them one by one and read them as user 10001. Nobody else may enter the folder.
set -eu
folder=${1:-secrets}
mkdir -p "$folder"
chmod 700 "$folder"
cd "$folder"

write_random() {
  [ -s "$1" ] || head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n' >"$1"
  chmod 644 "$1"
}

for name in platform_api_key credential_key database_password; do write_random "$name"; done
[ -s database_url ] || printf 'postgres://platform:%s@database:5432/platform' "$(cat database_password)" >database_url
chmod 644 database_url
