#!/bin/sh
# Starts a program of the image: start.sh hub|platform|api|worker|doctor|sandbox [options].
# For each secret NAME below, NAME_FILE may name a file that has it, as container engines mount secrets. It replaces NAME.
set -eu
cd "$(dirname "$0")/../.."

fail() {
  echo "$1" >&2
  exit 64
}

for name in PLATFORM_API_KEY CREDENTIAL_KEY DATABASE_URL \
  GOOGLE_CLIENT_SECRET MICROSOFT_CLIENT_SECRET SALESFORCE_CLIENT_SECRET; do
  file=$(printenv "${name}_FILE" || true)
  [ -n "$file" ] || continue
  [ -r "$file" ] || fail "${name}_FILE: $file does not exist, or user $(id -u) may not read it."
  value=$(cat "$file")
  [ -n "$value" ] || fail "${name}_FILE: $file is empty."
  export "$name=$value"
  unset "${name}_FILE"
done

program=${1:-}
[ $# -eq 0 ] || shift
case $program in
  # As the start script of package.json: most of what the hub allocates lives for one request.
  hub) exec node --max-semi-space-size=4 src/main.ts "$@" ;;
  platform) exec node platform/main.ts "$@" ;;
  api) ROLE=api exec node platform/main.ts "$@" ;;
  worker) ROLE=worker exec node platform/main.ts "$@" ;;
  doctor) exec node doctor/main.ts "$@" ;;
  sandbox) exec node sandbox/main.ts "$@" ;;
  *) fail "Name the program to start: hub, platform, api, worker or doctor; in the image of the sandbox, sandbox." ;;
esac
