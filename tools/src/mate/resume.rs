//! An output file that an earlier run left unfinished.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;

use serde::Deserialize;

use super::batch::Trouble;
use super::input::Input;
use super::report::status;

/// What is read of an answer.
#[derive(Deserialize)]
struct Kept {
    sfen: String,
    result: String,
}

/// The file, and how much of the batch is in it.
pub struct Resumed {
    pub file: File,
    pub answers: usize,
    pub status: u8,
}

/// Opens the file, steps over the problems that are answered in it and cuts off a line that was
/// not finished. Refused where an answer is to another problem than the input has in its place.
pub fn open(path: &Path, input: &mut Input) -> Result<Resumed, Trouble> {
    let name = path.display();
    let mut file =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    let mut reader = BufReader::new(&file);
    let mut answers = 0;
    let mut worst = 0;
    let mut good = 0;
    let mut line = Vec::new();
    loop {
        line.clear();
        let length = reader.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            break;
        }
        let kept: Kept = serde_json::from_slice(&line).map_err(|error| {
            Trouble::Refused(format!("{name}: line {} is no answer: {error}", answers + 1))
        })?;
        let Some(problem) = input.next()? else {
            return Err(Trouble::Refused(format!(
                "{name} has more answers than there are problems"
            )));
        };
        if problem.read().0 != kept.sfen {
            return Err(Trouble::Refused(format!(
                "{name}: line {} is the answer to another problem",
                answers + 1
            )));
        }
        worst = worst.max(status(&kept.result));
        answers += 1;
        good += length as u64;
    }
    drop(reader);
    file.set_len(good)?;
    file.seek(SeekFrom::End(0))?;
    Ok(Resumed { file, answers, status: worst })
}
