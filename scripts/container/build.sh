#!/bin/sh
# Builds the four images of compose.yaml, and prints their sizes: build.sh FOLDER-THAT-IS-KEPT
set -eu
kept=$1
base=debian:trixie-slim
if ! buildah pull --quiet "$base" > "$kept/pull.log" 2>&1; then
  base=localhost/debian-of-packages
  if ! buildah inspect --type image "$base" > /dev/null 2>&1; then
    echo 'No image of Debian can be fetched: one is made of its packages.'
    mmdebstrap --quiet --variant=minbase --mode=root trixie "$kept/base.tar"
    made=$(buildah from scratch)
    buildah add --quiet "$made" "$kept/base.tar" / > /dev/null
    buildah commit --quiet "$made" "$base" > /dev/null
    buildah rm "$made" > /dev/null
    rm "$kept/base.tar"
  fi
fi
# npm asks where and how it does on this machine, and what it has is not fetched again.
set -- "--volume=$(npm config get cache):/root/.npm"
[ ! -e "$HOME/.npmrc" ] || set -- "$@" "--volume=$HOME/.npmrc:/root/.npmrc:ro"
authorities=$(npm config get cafile)
if [ -e "$authorities" ]; then
  echo 'cafile=/run/authorities.pem' > "$kept/npmrc"
  set -- "$@" "--volume=$authorities:/run/authorities.pem:ro" "--volume=$kept/npmrc:/etc/npmrc:ro"
fi
for target in service database counts proxy; do
  image=certificate-verification$([ $target = service ] || echo "-$target")
  began=$(date +%s)
  buildah build --isolation chroot --layers --format docker --build-arg "BASE=$base" "$@" --target "$target" \
    --tag "localhost/$image" --file Containerfile . > "$kept/$target.log" 2>&1 || { tail -30 "$kept/$target.log"; exit 1; }
  size=$(buildah images --format '{{.Size}}' "localhost/$image")
  echo "$image: $size, built in $(($(date +%s) - began)) s"
done
