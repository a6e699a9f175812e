#!/bin/sh
# The steps of the Dockerfile, each a command of this script, so that they can also be run without a container engine:
#
#   build-steps.sh install FOLDER WORKSPACE…    installs the packages of the root and of these workspaces below FOLDER
#   build-steps.sh console FOLDER               builds the console in FOLDER, where its packages were installed
#   build-steps.sh assemble FROM TO             copies from FROM to TO what the programs need at run time
#
# Run it in the folder of the sources. It writes only to the folders that it is given, and to npm's cache.
set -eu

# No scripts of packages are run. Optional packages are binaries of Node and PostgreSQL, which the image has or does
# not need; only the console's build tools have optional binaries that they do need. Programs read neither type
# declarations nor source maps, which are more than half of the packages.
install() {
  folder=$1
  shift
  mkdir -p "$folder"
  cp package.json package-lock.json "$folder/"
  workspaces='' omit_optional=--omit=optional
  for workspace in "$@"; do
    mkdir -p "$folder/$workspace"
    cp "$workspace/package.json" "$folder/$workspace/"
    workspaces="$workspaces --workspace=$workspace"
    [ "$workspace" != console ] || omit_optional=
  done
  # shellcheck disable=SC2086 # these are lists of options
  (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund --omit=dev $omit_optional \
    --include-workspace-root $workspaces)
  [ -z "$omit_optional" ] || find "$folder/node_modules" -type f \
    \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete
}

# The console contains the platform's client, and needs its packages.
build_console() {
  cp -R console platform tsconfig.json "$1/"
  (cd "$1" && NODE_ENV=production node_modules/.bin/vite build --config console/vite.config.ts)
}

# Nobody needs to write to the result, so nobody may.
assemble() {
  from=$1 to=$2
  mkdir -p "$to"
  (cd "$from" && cp -R definition.json package.json public src vendors platform doctor ops "$to/")
  chmod -R a-w,a+rX "$to"
}

command=${1:-}
[ $# -eq 0 ] || shift
case $command in
  install) install "$@" ;;
  console) build_console "$@" ;;
  assemble) assemble "$@" ;;
  *)
    sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
    exit 64
    ;;
esac
