//! Trees as SVG and as Graphviz text.

use std::fmt::Write;

use yomikiri::Score;
use yomikiri::alphabeta::Cause;
use yomikiri::score::SCORE_LIMIT;

use super::{Drawing, Node};
use crate::search::DriverName;

/// What a picture calls a search.
pub fn driver_title(driver: DriverName) -> &'static str {
    match driver {
        DriverName::Minimax => "Minimax",
        DriverName::BranchAndBound => "Branch and bound, no deep cutoffs (F1)",
        DriverName::AlphaBeta => "Alpha-beta (F2)",
        DriverName::Pvs => "PVS (NegaScout)",
        DriverName::MtdF => "MTD(f)",
        DriverName::SssStar => "AB-SSS*",
        DriverName::DualStar => "AB-DUAL*",
        DriverName::CStar => "C*",
    }
}

fn bound(score: Score) -> String {
    if score >= SCORE_LIMIT {
        "∞".into()
    } else if score <= -SCORE_LIMIT {
        "−∞".into()
    } else {
        score.to_string().replace('-', "−")
    }
}

/// A node's value as the first side sees it: bounds carry their sign.
fn value(node: &Node) -> Option<String> {
    if let Some(label) = &node.label {
        return Some(label.clone());
    }
    if node.children.is_empty()
        && node.leaf.is_some()
        && node.visits.iter().any(|seen| {
            matches!(seen.cause, Some(Cause::Outcome | Cause::Evaluation | Cause::Repetition))
        })
    {
        return Some(leaf_text(node));
    }
    let seen = node.visits.last()?;
    let (alpha, beta, score) = if node.first_to_move {
        (seen.alpha, seen.beta, seen.score)
    } else {
        (-seen.beta, -seen.alpha, -seen.score)
    };
    let exact = matches!(seen.cause, Some(Cause::Outcome | Cause::Evaluation | Cause::Repetition));
    let sign = if exact || (alpha < score && score < beta) {
        ""
    } else if score >= beta {
        "≥"
    } else {
        "≤"
    };
    Some(format!("{sign}{}", bound(score)))
}

/// The windows of a node's visits as the first side sees them.
fn windows(node: &Node) -> String {
    let mut texts: Vec<String> = node
        .visits
        .iter()
        .map(|seen| {
            let (alpha, beta) = if node.first_to_move {
                (seen.alpha, seen.beta)
            } else {
                (-seen.beta, -seen.alpha)
            };
            format!("({}, {})", bound(alpha), bound(beta))
        })
        .collect();
    texts.dedup();
    texts.join(" ")
}

fn numbers(node: &Node) -> String {
    let numbers: Vec<String> = node.visits.iter().map(|seen| seen.number.to_string()).collect();
    numbers.join(" ")
}

fn leaf_text(node: &Node) -> String {
    let score = node.leaf.map(|score| if node.first_to_move { score } else { -score });
    score.map_or(String::new(), bound)
}

/// Whether a branch was cut: its node was never visited while its parent was.
fn is_cut(drawing: &Drawing, node: &Node) -> bool {
    !node.visited() && node.parent.is_some_and(|parent| drawing.nodes[parent].visited())
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

const LEAF_STEP: f64 = 18.0;
const ROW: f64 = 92.0;
const MARGIN: f64 = 26.0;

/// The horizontal place of every node: leaves side by side, parents above the middle.
fn places(drawing: &Drawing) -> Vec<f64> {
    fn place(drawing: &Drawing, index: usize, next: &mut f64, at: &mut [f64]) {
        let children = &drawing.nodes[index].children;
        if children.is_empty() {
            at[index] = *next;
            *next += LEAF_STEP;
            return;
        }
        for &child in children {
            place(drawing, child, next, at);
        }
        at[index] = (at[children[0]] + at[children[children.len() - 1]]) / 2.0;
        // A little air between families.
        *next += LEAF_STEP * 0.2;
    }
    let mut at = vec![0.0; drawing.nodes.len()];
    let mut next = MARGIN;
    place(drawing, 0, &mut next, &mut at);
    at
}

/// What the marks mean, as far as they occur.
fn legend(drawing: &Drawing) -> &'static str {
    if drawing.nodes.iter().any(|node| node.label.is_some()) {
        "squares: the attacker moves; circles: the defender moves; dotted: not in the table"
    } else {
        "squares: the first side moves; circles: the second side moves; small numbers: order of \
         the visits; in brackets: windows; orange: cut; grey and dotted: never visited"
    }
}

/// The drawing as SVG: squares where the first side moves, circles where the second does; the
/// number above a node says when it was visited, the text below its window.
pub fn svg(drawing: &Drawing) -> String {
    let at = places(drawing);
    let deepest = drawing.nodes.iter().map(|node| node.depth).max().unwrap_or(0);
    let step = if drawing.nodes.iter().any(|node| node.label.is_some()) { 2.0 } else { 1.0 };
    let at: Vec<f64> = at.into_iter().map(|x| x * step).collect();
    let width = at.iter().fold(0.0f64, |most, &x| most.max(x)) + MARGIN;
    let width = width.max(2.0 * MARGIN + 8.5 * drawing.title.chars().count() as f64);
    let width = width.max(2.0 * MARGIN + 4.6 * legend(drawing).chars().count() as f64);
    let height = MARGIN * 3.0 + ROW * deepest as f64 + 30.0;
    let y = |node: &Node| MARGIN * 2.4 + ROW * node.depth as f64;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"sans-serif\">\n\
         <style>\n\
         .e{{stroke:#333;stroke-width:1.2}} .c{{stroke:#bbb;stroke-width:1}}\n\
         .p{{stroke:#ccc;stroke-width:1;stroke-dasharray:1.5 3}}\n\
         .n{{fill:#fff;stroke:#222;stroke-width:1.2}} .k{{fill:#ffe3c4}} .t{{fill:#d9ecff}}\n\
         .u{{fill:#fff;stroke:#bbb;stroke-dasharray:1.5 2.5}}\n\
         text{{text-anchor:middle;font-size:11px;fill:#111}} .o{{font-size:7.5px;fill:#06c}} .o,.w,.m{{paint-order:stroke;stroke:#fff;stroke-width:3px}}\n\
         .w{{font-size:8px;fill:#777}} .g{{fill:#bbb}} .m{{font-size:7.5px;fill:#555}}\n\
         .h{{font-size:15px;text-anchor:start}}\n\
         </style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text class=\"h\" x=\"{MARGIN}\" y=\"{MARGIN}\">{}</text>\n\
         <text class=\"w\" style=\"text-anchor:start\" x=\"{MARGIN}\" y=\"{:.0}\">{}</text>",
        escape(&drawing.title),
        MARGIN + 14.0,
        legend(drawing)
    );
    let numbered =
        drawing.nodes.iter().any(|node| node.name.parse::<u32>().is_err() && node.parent.is_some());
    for (index, node) in drawing.nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            let class = if node.visited() {
                "e"
            } else if is_cut(drawing, node) {
                "c"
            } else {
                "p"
            };
            let above = &drawing.nodes[parent];
            let (x1, y1, x2, y2) = (at[parent], y(above), at[index], y(node));
            let _ = writeln!(
                out,
                "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
            );
            if numbered {
                let _ = writeln!(
                    out,
                    "<text class=\"m\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                    x1 + (x2 - x1) * 0.72,
                    y1 + (y2 - y1) * 0.72,
                    escape(&node.name)
                );
            }
        }
    }
    for (index, node) in drawing.nodes.iter().enumerate() {
        let (x, y) = (at[index], y(node));
        let visited = node.visited();
        let leaf = node.children.is_empty();
        let cut = node.visits.iter().any(|seen| matches!(seen.cause, Some(Cause::Cut(_))));
        let tabled = node
            .visits
            .iter()
            .any(|seen| matches!(seen.cause, Some(Cause::Table | Cause::ChildInTable)));
        let mut class = if visited { String::from("n") } else { String::from("u") };
        if cut {
            class.push_str(" k");
        } else if tabled && !leaf {
            class.push_str(" t");
        }
        let label = if visited { value(node).unwrap_or_default() } else { leaf_text(node) };
        let size = match &node.label {
            Some(_) => 15.0,
            None if leaf => 7.5,
            None => 12.0,
        };
        let shape = if node.first_to_move {
            format!(
                "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
                x - size,
                y - size,
                2.0 * size,
                2.0 * size
            )
        } else {
            format!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{size:.1}\"/>")
        };
        let grey = if visited { "" } else { " class=\"g\"" };
        let _ =
            writeln!(out, "{shape}<text{grey} x=\"{x:.1}\" y=\"{:.1}\">{label}</text>", y + 4.0);
        if visited {
            if leaf {
                for (i, seen) in node.visits.iter().take(4).enumerate() {
                    let _ = writeln!(
                        out,
                        "<text class=\"o\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
                        y + 17.0 + 8.0 * i as f64,
                        seen.number
                    );
                }
            } else {
                let _ = writeln!(
                    out,
                    "<text class=\"o\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
                    y - size - 3.0,
                    numbers(node)
                );
                for (i, window) in windows(node).split(" (").take(3).enumerate() {
                    let window = if i == 0 { window.to_string() } else { format!("({window}") };
                    let _ = writeln!(
                        out,
                        "<text class=\"w\" x=\"{x:.1}\" y=\"{:.1}\">{window}</text>",
                        y + size + 9.0 + 9.0 * i as f64
                    );
                }
            }
        }
    }
    out.push_str("</svg>\n");
    out
}

/// The drawing in the language of Graphviz.
pub fn dot(drawing: &Drawing) -> String {
    let mut out = String::from("digraph search {\n  node [fontsize=10];\n  ordering=out;\n");
    let _ = writeln!(out, "  label=\"{}\";", drawing.title.replace('"', "'"));
    for (index, node) in drawing.nodes.iter().enumerate() {
        let shape = if node.first_to_move { "box" } else { "ellipse" };
        let visited = node.visited();
        let label = if visited {
            format!("{}\\n{}\\n#{}", value(node).unwrap_or_default(), windows(node), numbers(node))
        } else {
            leaf_text(node)
        };
        let style = if visited { "solid" } else { "dotted" };
        let _ = writeln!(out, "  n{index} [shape={shape}, style={style}, label=\"{label}\"];");
        if let Some(parent) = node.parent {
            let (style, colour) = if visited {
                ("solid", "black")
            } else if is_cut(drawing, node) {
                ("solid", "grey70")
            } else {
                ("dotted", "grey70")
            };
            let name = node.name.replace('"', "'");
            let _ = writeln!(
                out,
                "  n{parent} -> n{index} [style={style}, color={colour}, label=\"{name}\"];"
            );
        }
    }
    out.push_str("}\n");
    out
}
