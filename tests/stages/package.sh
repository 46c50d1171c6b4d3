# shellcheck shell=sh disable=SC2154 # build, top
# ./run package: Debian packages, built in a clean Debian, installed, tried and removed in another.

package_suite=${GPUINTEROP_PACKAGE_SUITE:-trixie}
packages_made=$build/packages

# A copy of the bare Debian, new each time: package_root NAME prints its folder.
package_root() {
    rm -rf "${packages_made:?}/$1"
    cp -a --reflink=auto "$packages_made/bare-$package_suite" "$packages_made/$1"
    printf '%s\n' "$packages_made/$1"
}

# The sources with debian/ where its tools look for it, and the archive they were made from.
package_sources() {
    version=$(sed -n "s/^  version: '\(.*\)',/\1/p" "$top/meson.build")
    sources=$1/package/gpuinterop-$version
    copy_sources "$sources"
    tar -C "$1/package" --sort=name --owner=0 --group=0 --numeric-owner \
        -cJf "$1/package/gpuinterop_$version.orig.tar.xz" "gpuinterop-$version"
    cp -R "$sources/core/packaging/debian" "$sources/debian"
}

package_build() {
    root=$(package_root build)
    package_sources "$root"
    say "building the packages on Debian ($package_suite)"
    in_debian "$root" "set -eu
        apt-get update -q
        apt-get install -q -y --no-install-recommends build-essential devscripts equivs lintian
        cd /package/gpuinterop-$version
        apt-get build-dep -q -y --no-install-recommends ./
        dpkg-buildpackage -us -uc
        # No bug of Debian's asks for the package. man-pages has looked at each page of a function, as
        # lintian does: it takes ten minutes for these alone.
        check() { lintian --allow-root --info --suppress-tags initial-upload-closes-no-bugs \\
                      --fail-on error,warning \"\$@\"; }
        check --dont-check-part documentation/manual ../*.changes
        check --check-part documentation/manual \$(ls ../*.deb | grep -v libgpuinterop-dev_)" \
        || die "the packages were not built, or lintian found something"
    rm -rf "$packages_made/debian"
    mkdir -p "$packages_made/debian"
    find "$root/package" -maxdepth 1 -type f -exec cp {} "$packages_made/debian" \;
}

# autopkgtest runs debian/tests on the installed packages. Afterwards each package goes, and
# nothing of it is left.
package_try() {
    root=$(package_root try)
    mkdir -p "$root/package"
    cp "$packages_made"/debian/* "$root/package"
    samples=
    if [ -d "${GPUINTEROP_SAMPLES:-}" ]; then
        samples=--env=GPUINTEROP_SAMPLES=/package/samples
        mkdir -p "$root/package/samples/Samples/0_Introduction"
        cp -R "$GPUINTEROP_SAMPLES/Common" "$root/package/samples"
        cp -R "$GPUINTEROP_SAMPLES/Samples/0_Introduction/vectorAdd" \
            "$root/package/samples/Samples/0_Introduction"
    fi
    say "installing the packages and trying them"
    in_debian "$root" "set -eu
        apt-get update -q
        apt-get install -q -y --no-install-recommends autopkgtest dpkg-dev
        cd /package
        autopkgtest $samples *.deb *.dsc -- null
        apt-get install -q -y --no-install-recommends ./*.deb
        names=\$(for file in *.deb; do dpkg-deb --field \$file Package; done)
        for name in \$names; do dpkg -L \$name; done | grep gpuinterop | sort -u >installed
        apt-get purge -q -y \$names
        left=\$(while read -r path; do [ ! -e \$path ] || echo \$path; done <installed)
        [ -z \"\$left\" ] || { echo \"left behind: \$left\"; exit 1; }" \
        || die "the packages did not pass their tests"
}

package() {
    reason=$(why_no_debian)
    [ -z "$reason" ] || die "no Debian to build packages in can be made here: $reason"
    mkdir -p "$packages_made"
    make_debian "$packages_made/bare-$package_suite" "$package_suite" \
        || die "no Debian was made in $packages_made"
    package_build
    package_try
    rm -rf "$packages_made/build" "$packages_made/try"
    say "the packages, in $packages_made/debian"
    ls -1 "$packages_made/debian"
}
