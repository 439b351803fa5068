//! The Python module over the shared library, and a batch on a Dask cluster of this machine.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use common::{is_installed, scratch};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The shared library, built by the script that users run, once.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let folder = scratch("python");
        let library = folder.join("libyomikiri.so");
        let status = Command::new(root().join("scripts/build-archive.sh"))
            .arg("--out")
            .arg(folder.join("libyomikiri.a"))
            .arg("--shared")
            .arg(&library)
            .status()
            .unwrap();
        assert!(status.success());
        library
    })
}

fn run(program: &Path, test: &str) {
    let output = Command::new(program)
        .arg(root().join("ffi-examples/python").join(test))
        .env("YOMIKIRI_LIBRARY", library())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_module_passes_its_tests() {
    if is_installed("python3") {
        run(Path::new("python3"), "test_yomikiri.py");
    }
}

/// Python with Dask: `YOMIKIRI_DASK` names one, otherwise pip puts it into a folder of its own.
/// `None` where that cannot be, as without a network.
fn dask() -> Option<PathBuf> {
    if let Some(python) = std::env::var_os("YOMIKIRI_DASK") {
        return Some(python.into());
    }
    if !is_installed("python3") {
        return None;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dask-env");
    let python = folder.join("bin/python");
    let works = |python: &Path| {
        let import = Command::new(python).args(["-c", "import distributed"]).output();
        import.is_ok_and(|output| output.status.success())
    };
    if works(&python) {
        return Some(python);
    }
    let steps: [Command; 2] = [
        {
            let mut command = Command::new("python3");
            command.args(["-m", "venv"]).arg(&folder);
            command
        },
        {
            let mut command = Command::new(&python);
            command
                .args(["-m", "pip", "install", "--quiet", "-r"])
                .arg(root().join("ffi-examples/python/requirements.txt"));
            command
        },
    ];
    for mut step in steps {
        if !step.output().is_ok_and(|output| output.status.success()) {
            eprintln!("skipped: Dask cannot be installed here ({step:?})");
            return None;
        }
    }
    works(&python).then_some(python)
}

#[test]
fn a_batch_on_a_cluster_survives_the_death_of_a_worker() {
    if let Some(python) = dask() {
        run(&python, "test_mate_cluster.py");
    }
}
