#!/usr/bin/env bash
# autoconsent.sh VERSION: bring this version of Autoconsent, unchanged, into annotate/capture/consent
set -euo pipefail
version=$1
room=$(cd "$(dirname "$0")/../annotate/capture/consent" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm pack --silent "@duckduckgo/autoconsent@$version"
tar xzf ./*.tgz
cp package/dist/autoconsent.playwright.js "$room/autoconsent.js"
gzip -9nc package/rules/rules.json > "$room/rules.json.gz"
cp package/LICENSE "$room/LICENSE.txt"
sed -i "s/^VERSION = .*/VERSION = \"$version\"/" "$room/__init__.py"
sed -i "s/Autoconsent [0-9.]*[0-9]/Autoconsent $version/; s|tree/v[0-9.]*[0-9]|tree/v$version|" "$room/../../../NOTICE"
