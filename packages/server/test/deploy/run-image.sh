#!/bin/sh
# Runs a command as a container would: run-image.sh ROOT APP NODE UID COMMAND..., within `unshare --mount`. ROOT, an empty folder, becomes
# the root: the system of this machine, APP at /app and the folder NODE at /usr/local/bin, all read-only. Only DATA_DIR and /tmp can be
# written to, by the user UID, who has no capabilities.
set -eu
root=$1 app=$2 node=$3 uid=$4
shift 4
mount -t tmpfs tmpfs "$root"
for folder in usr bin sbin lib lib64 etc; do
  if [ -L "/$folder" ]; then
    ln -s "$(readlink "/$folder")" "$root/$folder"
  elif [ -d "/$folder" ]; then
    mkdir "$root/$folder"
    mount --bind -o ro "/$folder" "$root/$folder"
  fi
done
mount --bind -o ro "$node" "$root/usr/local/bin"
mkdir -p "$root/app" "$root/proc" "$root/dev" "$root/tmp" "$root$DATA_DIR"
mount --bind -o ro "$app" "$root/app"
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o "mode=0700,uid=$uid,gid=$uid" tmpfs "$root$DATA_DIR"
mount -o remount,ro "$root"
exec chroot "$root" setpriv --reuid="$uid" --regid="$uid" --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \
  env --chdir=/app "$@"
