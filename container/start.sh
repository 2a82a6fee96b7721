#!/bin/sh
# Starts Node in an image: what a process makes in a folder that it shares, the others of the folder's group may change.
umask 0007
exec node "$@"
