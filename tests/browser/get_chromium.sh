# Make sure that the browser tests have a Chromium: the system's, else apt's, else playwright's.
# usage: sh get_chromium.sh BIN      BIN: folder of the virtual environment's programs
set -u
for name in chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null && exit 0
done
if "$1/python" -c 'import os, sys
from playwright.sync_api import sync_playwright
with sync_playwright() as p: sys.exit(not os.path.exists(p.chromium.executable_path))' 2>/dev/null; then
    exit 0
fi
if command -v apt-get >/dev/null; then
    as_root=$([ "$(id -u)" = 0 ] || echo sudo)
    $as_root apt-get update -qq && $as_root apt-get install -y -qq chromium >/dev/null &&
        command -v chromium >/dev/null && exit 0
fi
"$1/playwright" install --with-deps chromium || "$1/playwright" install chromium
