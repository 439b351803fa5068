//! The rows of a study: a CSV that can be resumed, a summary, and two pictures.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use super::minimal::{CHEAPEST, LEFT_FIRST};

/// What one iteration of one search counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    pub nodes: u64,
    pub leaves: u64,
    pub passes: u64,
    pub cuts: u64,
    pub first_cuts: u64,
    pub score: i32,
}

/// All rows so far, and the file they are written to.
pub struct Results {
    file: File,
    rows: BTreeMap<(String, u16), Vec<(usize, Row)>>,
    done: HashSet<(usize, String)>,
    setting: String,
}

const HEADER: &str = "position,search,depth,nodes,leaves,passes,cuts,first_cuts,score";

impl Results {
    /// Opens or creates the file; `None` where it was made with other settings.
    pub fn open(path: &Path, setting: &str) -> io::Result<Option<Self>> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        let first = format!("# {setting}");
        let mut lines = text.lines();
        if lines.next().is_some_and(|line| line != first) {
            return Ok(None);
        }
        // The rows of a search are good once its closing line is there.
        let mut good = String::new();
        let mut rows = BTreeMap::new();
        let mut done = HashSet::new();
        let mut pending: Vec<(&str, usize, String, u16, Row)> = Vec::new();
        for line in lines {
            if let Some(key) = line.strip_prefix("# done ") {
                if let Some((position, search)) = key.split_once(' ')
                    && let Ok(position) = position.parse::<usize>()
                {
                    for (line, position, search, depth, row) in pending.drain(..) {
                        good.push_str(line);
                        good.push('\n');
                        let place: &mut Vec<_> = rows.entry((search, depth)).or_default();
                        place.push((position - 1, row));
                    }
                    let _ = writeln!(good, "{line}");
                    done.insert((position - 1, search.to_string()));
                }
                continue;
            }
            let fields: Vec<&str> = line.split(',').collect();
            let [position, search, depth, nodes, leaves, passes, cuts, first_cuts, score] =
                fields[..]
            else {
                continue;
            };
            let parsed = || -> Option<(usize, u16, Row)> {
                Some((
                    position.parse().ok()?,
                    depth.parse().ok()?,
                    Row {
                        nodes: nodes.parse().ok()?,
                        leaves: leaves.parse().ok()?,
                        passes: passes.parse().ok()?,
                        cuts: cuts.parse().ok()?,
                        first_cuts: first_cuts.parse().ok()?,
                        score: score.parse().ok()?,
                    },
                ))
            };
            if let Some((position, depth, row)) = parsed() {
                pending.push((line, position, search.to_string(), depth, row));
            }
        }
        std::fs::write(path, format!("{first}\n{HEADER}\n{good}"))?;
        let file = OpenOptions::new().append(true).open(path)?;
        Ok(Some(Self { file, rows, done, setting: setting.to_string() }))
    }

    /// Whether a search of a position is there already.
    pub fn has(&self, position: usize, search: &str) -> bool {
        self.done.contains(&(position, search.to_string()))
    }

    /// Adds the rows of one search of one position.
    pub fn add(&mut self, position: usize, search: &str, rows: Vec<(u16, Row)>) -> io::Result<()> {
        let mut text = String::new();
        for (depth, row) in rows {
            let _ = writeln!(
                text,
                "{},{search},{depth},{},{},{},{},{},{}",
                position + 1,
                row.nodes,
                row.leaves,
                row.passes,
                row.cuts,
                row.first_cuts,
                row.score
            );
            self.rows.entry((search.to_string(), depth)).or_default().push((position, row));
        }
        let _ = writeln!(text, "# done {} {search}", position + 1);
        self.done.insert((position, search.to_string()));
        self.file.write_all(text.as_bytes())?;
        self.file.flush()
    }

    /// The sum over the positions that both searches have at a depth, for each of them.
    fn pair(&self, a: &str, b: &str, depth: u16, what: fn(&Row) -> u64) -> Option<(u64, u64)> {
        let a = self.rows.get(&(a.to_string(), depth))?;
        let b = self.rows.get(&(b.to_string(), depth))?;
        let mut sums = (0, 0);
        for (position, row) in a {
            if let Some((_, other)) = b.iter().find(|(other, _)| other == position) {
                sums.0 += what(row);
                sums.1 += what(other);
            }
        }
        (sums.1 > 0).then_some(sums)
    }

    fn ratio(&self, a: &str, b: &str, depth: u16, what: fn(&Row) -> u64) -> Option<f64> {
        self.pair(a, b, depth, what).map(|(a, b)| a as f64 / b as f64)
    }

    fn searches(&self) -> Vec<String> {
        let mut names = Vec::new();
        for (search, _) in self.rows.keys() {
            if !names.contains(search) {
                names.push(search.clone());
            }
        }
        // In the order of the study: drivers first, then the changes.
        let order = [
            "alpha-beta",
            "NegaScout",
            "aspiration NegaScout",
            "MTD(f)",
            "AB-SSS*",
            "AB-DUAL*",
            "NegaScout + ETC",
            "MTD(f) + ETC",
            "no table move",
            "no killers",
            "no history",
            "no hint",
            "with countermoves",
            LEFT_FIRST,
            CHEAPEST,
        ];
        names.sort_by_key(|name| order.iter().position(|o| o == name));
        names
    }

    /// Writes the summary and the pictures.
    pub fn report(&self, out: &Path, game: &str, from: u16, to: u16) -> io::Result<()> {
        const BASE: &str = "aspiration NegaScout";
        let leaves: fn(&Row) -> u64 = |row| row.leaves;
        let nodes: fn(&Row) -> u64 = |row| row.nodes;
        let names = self.searches();
        let mut text = format!("# {game}\n\nMade by `{}`.\n", self.setting);
        let _ = writeln!(
            text,
            "\nEach figure is for one iteration, summed over the positions that both searches \
             finished; the iterations before it are not counted. Leaves that the table answers \
             are nodes but not leaves."
        );
        let header = |text: &mut String, title: &str| {
            let _ = write!(text, "\n## {title}\n\n| search |");
            for depth in from..=to {
                let _ = write!(text, " {depth} |");
            }
            text.push_str("\n|---|");
            for _ in from..=to {
                text.push_str("---:|");
            }
            text.push('\n');
        };
        for (title, what) in [
            ("Leaves, per cent of aspiration NegaScout, by depth", leaves),
            ("Nodes, per cent of aspiration NegaScout, by depth", nodes),
        ] {
            header(&mut text, title);
            for name in &names {
                let _ = write!(text, "| {name} |");
                for depth in from..=to {
                    match self.ratio(name, BASE, depth, what) {
                        Some(ratio) => {
                            let _ = write!(text, " {:.1} |", 100.0 * ratio);
                        }
                        None => text.push_str(" |"),
                    }
                }
                text.push('\n');
            }
        }
        header(&mut text, "Nodes, as a multiple of the left-first minimal graph");
        for name in &names {
            let _ = write!(text, "| {name} |");
            for depth in from..=to {
                match self.ratio(name, LEFT_FIRST, depth, nodes) {
                    Some(ratio) => {
                        let _ = write!(text, " {ratio:.2} |");
                    }
                    None => text.push_str(" |"),
                }
            }
            text.push('\n');
        }
        header(&mut text, "Cutoffs by the first move, per cent of all cutoffs");
        for name in &names {
            let shares: Vec<Option<f64>> = (from..=to)
                .map(|depth| {
                    let rows = self.rows.get(&(name.clone(), depth))?;
                    let cuts: u64 = rows.iter().map(|(_, row)| row.cuts).sum();
                    let first: u64 = rows.iter().map(|(_, row)| row.first_cuts).sum();
                    (cuts > 0).then(|| 100.0 * first as f64 / cuts as f64)
                })
                .collect();
            if shares.iter().all(Option::is_none) {
                continue;
            }
            let _ = write!(text, "| {name} |");
            for share in shares {
                match share {
                    Some(share) => {
                        let _ = write!(text, " {share:.1} |");
                    }
                    None => text.push_str(" |"),
                }
            }
            text.push('\n');
        }
        header(&mut text, "Nodes, mean of a position");
        for name in &names {
            let _ = write!(text, "| {name} |");
            for depth in from..=to {
                match self.rows.get(&(name.clone(), depth)) {
                    Some(rows) => {
                        let sum: u64 = rows.iter().map(|(_, row)| row.nodes).sum();
                        let _ = write!(text, " {} |", sum / rows.len() as u64);
                    }
                    None => text.push_str(" |"),
                }
            }
            text.push('\n');
        }
        header(&mut text, "Passes, mean of a position");
        for name in &names {
            let _ = write!(text, "| {name} |");
            for depth in from..=to {
                match self.rows.get(&(name.clone(), depth)) {
                    Some(rows) => {
                        let sum: u64 = rows.iter().map(|(_, row)| row.passes).sum();
                        let _ = write!(text, " {:.1} |", sum as f64 / rows.len() as f64);
                    }
                    None => text.push_str(" |"),
                }
            }
            text.push('\n');
        }
        let _ = writeln!(text, "\n![leaves]({game}-leaves.svg)\n\n![nodes]({game}-nodes.svg)");
        std::fs::write(out.join(format!("{game}.md")), text)?;
        for (kind, what) in [("leaves", leaves), ("nodes", nodes)] {
            let picture = self.picture(game, kind, from, to, what);
            std::fs::write(out.join(format!("{game}-{kind}.svg")), picture)?;
        }
        Ok(())
    }

    /// Lines over the depth: each search relative to the left-first minimal graph. Odd and even
    /// depths have marks of their own, since the two swing against each other.
    fn picture(&self, game: &str, kind: &str, from: u16, to: u16, what: fn(&Row) -> u64) -> String {
        const COLOURS: [&str; 9] = [
            "#1b6ca8", "#d1495b", "#3c8d40", "#e6a117", "#6f4e9c", "#008b8b", "#8c564b", "#555555",
            "#c71585",
        ];
        let drawn = [
            "alpha-beta",
            "NegaScout",
            "aspiration NegaScout",
            "MTD(f)",
            "AB-SSS*",
            "AB-DUAL*",
            "NegaScout + ETC",
            "MTD(f) + ETC",
            CHEAPEST,
        ];
        let lines: Vec<(&str, Vec<(u16, f64)>)> = drawn
            .iter()
            .map(|&name| {
                let points = (from..=to)
                    .filter_map(|depth| Some((depth, self.ratio(name, LEFT_FIRST, depth, what)?)))
                    .collect();
                (name, points)
            })
            .collect();
        let most = lines
            .iter()
            .flat_map(|(_, points)| points.iter().map(|&(_, ratio)| ratio))
            .fold(1.0f64, f64::max)
            .min(8.0)
            .ceil();
        let (width, height, left, top, right, bottom) = (760.0, 420.0, 60.0, 46.0, 210.0, 44.0);
        let span = f64::from(to.saturating_sub(from).max(1));
        let x = |depth: u16| left + (width - left - right) * f64::from(depth - from) / span;
        let y = |ratio: f64| height - bottom - (height - top - bottom) * ratio.min(most) / most;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <text x=\"{left}\" y=\"24\" font-size=\"15\">{game}: {kind}, as a multiple of the \
             left-first minimal graph</text>\n"
        );
        let mut mark = 0.0;
        while mark <= most {
            let at = y(mark);
            let colour = if mark == 1.0 { "#888" } else { "#e2e2e2" };
            let _ = writeln!(
                svg,
                "<line x1=\"{left}\" x2=\"{:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"{colour}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{mark:.0}</text>",
                width - right,
                left - 8.0,
                at + 4.0
            );
            mark += 1.0;
        }
        for depth in from..=to {
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{depth}</text>",
                x(depth),
                height - bottom + 18.0
            );
        }
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">depth in plies (squares even, \
             circles odd)</text>",
            (left + width - right) / 2.0,
            height - 8.0
        );
        for (i, (name, points)) in lines.iter().enumerate() {
            let colour = COLOURS[i % COLOURS.len()];
            let path: Vec<String> = points
                .iter()
                .map(|&(depth, ratio)| format!("{:.1},{:.1}", x(depth), y(ratio)))
                .collect();
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.8\"/>",
                path.join(" ")
            );
            for &(depth, ratio) in points {
                let (cx, cy) = (x(depth), y(ratio));
                if depth % 2 == 0 {
                    let _ = writeln!(
                        svg,
                        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"6\" height=\"6\" fill=\"{colour}\"/>",
                        cx - 3.0,
                        cy - 3.0
                    );
                } else {
                    let _ = writeln!(
                        svg,
                        "<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"3.4\" fill=\"{colour}\"/>"
                    );
                }
            }
            let at = top + 18.0 * i as f64;
            let _ = writeln!(
                svg,
                "<line x1=\"{0:.1}\" x2=\"{1:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"{colour}\" \
                 stroke-width=\"3\"/><text x=\"{2:.1}\" y=\"{3:.1}\">{name}</text>",
                width - right + 14.0,
                width - right + 34.0,
                width - right + 40.0,
                at + 4.0
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}
