//! The files that say how reviews are done, and the folders that tell which system they follow, as they stood before some
//! work: what it altered as its base has it, all else as it is.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use crate::domain::ids::{Oid, RepoPath};
use crate::domain::link::{End, Way};
use crate::domain::range::is_review_rule;
use crate::error::Error;
use crate::io::files::{Kind, planning_places};
use crate::io::git::Standing;
use crate::io::settings::{
    self, Detected, HANDED, MARKS, MAX_CONFIG, OfGit, Own, SPECS, SYSTEM, Settings, SettingsError, Sides,
    Texts,
};

use super::before::Asked;
use super::refuse;
use crate::app::workspace::Workspace;
use crate::app::workspace::told::Once;

/// Our own file.
const OURS: &str = "countersign.toml";

/// What counts as altered by the work, besides the paths that it holds itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Nothing.
    Own,
    /// What the work tree has otherwise than the base: planning documents are no part of any change, and lie there all the
    /// same. Where no system's folder is committed, those that are there are their owner's.
    WorkTree,
    /// Whatever is otherwise than at the base.
    All,
}

/// How reviews were done before some work.
///
/// A file is read over the links that lead to it: one whose link or target the work altered is altered. What git ignores
/// and the base does not have is its owner's, and no work's.
#[derive(Debug)]
pub(in crate::app) struct Then<'a> {
    ws: &'a Workspace<'a>,
    base: Standing<'a>,
    own: BTreeSet<RepoPath>,
    reach: Reach,
    /// Where what lies in the work tree belongs.
    place: Option<RepoPath>,
    /// A system's folder stood at the base.
    stood: OnceCell<bool>,
    /// Whether nothing stands at a path and nothing stood there: each is asked for more than once.
    nothing: RefCell<BTreeMap<RepoPath, bool>>,
    /// Whether a folder stood at a path: what is asked of one place asks it of all folders above.
    folders: Once<RepoPath, bool>,
}

impl<'a> Then<'a> {
    /// Before the commits that hold these paths.
    pub(in crate::app) fn of_paths(
        ws: &'a Workspace<'a>,
        base: &Oid,
        paths: impl IntoIterator<Item = RepoPath>,
    ) -> Self {
        let own = paths.into_iter().collect();
        Self {
            ws,
            base: Standing::new(&ws.repository, base.clone()),
            own,
            reach: Reach::Own,
            place: None,
            stood: OnceCell::new(),
            nothing: RefCell::default(),
            folders: Once::default(),
        }
    }

    /// Before all that differs from a commit, whoever altered it.
    pub(in crate::app) fn of_all(ws: &'a Workspace<'a>, base: &Oid) -> Self {
        Self { reach: Reach::All, ..Self::of_paths(ws, base, []) }
    }

    /// The same work, which lies in the work tree; `place` is that of its subject.
    pub(in crate::app) fn in_work_tree(self, place: Option<&RepoPath>) -> Self {
        Self { reach: Reach::WorkTree, place: place.cloned(), ..self }
    }

    /// The same work, with whatever else differs.
    pub(in crate::app) fn with_all(self) -> Self {
        Self { reach: Reach::All, ..self }
    }

    /// Returns what `countersign.toml` said. One that could not be read said nothing: whoever mends a broken file must not
    /// be refused for what it was.
    pub(in crate::app) fn own(&self) -> Own {
        let here = settings::own(self).unwrap_or_default();
        match self.ws.main() {
            Some(main) if here.source.is_none() => settings::own(main).unwrap_or_default(),
            Some(_) | None => here,
        }
    }

    /// Returns what the folders told of the system that a path follows, as [`Workspace::detected`] returns what they tell.
    pub(in crate::app) fn detected(&self, near: Option<&RepoPath>) -> Result<Detected, SettingsError> {
        self.with_sides(|sides| sides.detect(near))
    }

    /// Reads the settings of then of the planning folder nearest above a path.
    pub(in crate::app) fn settings(&self, near: Option<&RepoPath>) -> Result<Settings, SettingsError> {
        self.with_sides(|sides| sides.read(near))
    }

    /// Returns the planning folder nearest above a path, as [`Workspace::nearest_root`] returns it.
    fn nearest_root(&self, near: Option<&RepoPath>) -> Option<(RepoPath, bool)> {
        self.with_sides(|sides| sides.roots(near).into_iter().next())
    }

    fn with_sides<T>(&self, read: impl FnOnce(Sides<'_>) -> T) -> T {
        match self.ws.main() {
            Some(main) => read(Sides::of_both(self, main, self)),
            None => read(Sides::of_one(self)),
        }
    }

    /// Returns what of all that says how reviews are done is otherwise now: files, and the folders of systems that came
    /// or went, where those tell another system or hold for another place.
    pub(in crate::app) fn altered(&self, asked: Asked<'_>) -> Result<Vec<RepoPath>, Error> {
        let mut found: Vec<RepoPath> = self.own.iter().filter(|path| is_review_rule(path)).cloned().collect();
        let mut push = |path: RepoPath| {
            if !found.contains(&path) {
                found.push(path);
            }
        };
        let (own, was) = (super::own(self.ws)?.0, self.own());
        if let Ok(path) = RepoPath::parse(OURS)
            && self.reads_otherwise(self, &self.ws.files, &path)?
        {
            let steps = self.steps(&path);
            push(path);
            steps.into_iter().for_each(&mut push);
        }
        let place = asked.place.or(own.paths.planning.as_ref());
        let place_then = asked.place.or(was.paths.planning.as_ref());
        let (nearest_now, nearest_then) = (self.ws.nearest_root(place), self.nearest_root(place_then));
        let now: &dyn Texts = self.ws.systems(place);
        let then: &dyn Texts = match (self.ws.main(), &nearest_then) {
            (Some(main), Some((_, true))) => main,
            _ => self,
        };
        let mut roots = planning_places(place);
        if place_then != place {
            roots.extend(planning_places(place_then));
        }
        // At most places no folder stands, and none stood.
        let in_main =
            |root: &RepoPath| self.ws.main().is_some_and(|main| main.exists(root) || main.is_link(root));
        roots.retain(|root| !self.is_nothing(root) || in_main(root));
        for path in roots.iter().flat_map(|root| SYSTEM.map(|name| root.join(name))).flatten() {
            if self.reads_otherwise(then, now, &path)? {
                push(path.clone());
                self.steps(&path).into_iter().for_each(&mut push);
            }
        }
        let mut told = vec![(nearest_now, nearest_then)];
        if asked.named.is_none() && (own.protocol.is_none() || was.protocol.is_none()) {
            let root = |found: Detected| Some((found.root?, found.by_main));
            let told_now = self.ws.detected(place).map_err(|e| refuse(&e))?;
            told.push((root(told_now), self.detected(place_then).ok().and_then(root)));
        }
        let sides = told.clone();
        for root in told.into_iter().filter(|(now, then)| now != then).flat_map(|(now, then)| [now, then]) {
            let Some((root, _)) = root else { continue };
            let of_spec = root.as_str().starts_with("specs/");
            let stands = |texts: &dyn Texts| texts.is_folder(&root).unwrap_or(false);
            // The same folder, of the main checkout then and of the work now.
            let changed_side = nearest_side(&sides, &root);
            if (of_spec || changed_side || stands(now) != stands(then))
                && !found.iter().any(|path| is_below(path, &root))
            {
                found.push(root);
            }
        }
        Ok(found)
    }

    /// Tells whether a file reads otherwise now; git may write its lines out with other ends.
    fn reads_otherwise(&self, then: &dyn Texts, now: &dyn Texts, path: &RepoPath) -> Result<bool, Error> {
        let plain = |text: Option<String>| text.map(|text| text.replace("\r\n", "\n"));
        let is = now.text(path).map_err(|e| refuse(&e))?;
        let was = then.text(path).map_err(|e| refuse(&e))?;
        Ok(plain(is) != plain(was))
    }

    /// Returns the work's own paths on the way to a file.
    fn steps(&self, path: &RepoPath) -> Vec<RepoPath> {
        let ways = self.ways(path);
        let steps = ways.iter().flat_map(|way| way.links.iter().chain(way.path()));
        steps.filter_map(|step| self.held(step)).cloned().collect()
    }

    /// Tells whether nothing stands at a path and nothing stood there: so it is at most places where settings may lie, and
    /// whose it was need not be asked. A link that leads to nothing is something.
    fn is_nothing(&self, path: &RepoPath) -> bool {
        if let Some(known) = self.nothing.borrow().get(path) {
            return *known;
        }
        let here = self.ws.files.exists(path) || self.ws.files.is_link(path);
        let stood = || self.base.way(path).is_ok_and(|way| self.at_base(&way).is_some());
        let nothing = !here && !stood();
        self.nothing.borrow_mut().insert(path.clone(), nothing);
        nothing
    }

    /// Returns the ways to a path: at the base, and as they are. What the base cannot tell leads nowhere.
    fn ways(&self, path: &RepoPath) -> [Way; 2] {
        let was = self.base.way(path);
        [was.unwrap_or(Way { links: Vec::new(), end: End::Nowhere }), self.ws.files.way(path)]
    }

    /// Tells whether the work holds a step of these ways.
    fn is_held(&self, ways: &[Way; 2]) -> bool {
        ways.iter().flat_map(|way| way.links.iter().chain(way.path())).any(|step| self.held(step).is_some())
    }

    /// Returns the path by which the work holds a step: its own, or that of a submodule it moved, with all that is in it.
    fn held(&self, step: &RepoPath) -> Option<&RepoPath> {
        let ways_up = std::iter::successors(Some(step.clone()), RepoPath::parent);
        ways_up.filter_map(|path| self.own.get(&path)).next()
    }

    /// Tells whether the work holds a step of these ways to a folder, or something in it.
    fn is_held_within(&self, ways: &[Way; 2]) -> bool {
        let within = |folder: &RepoPath| self.own.iter().any(|path| is_below(path, folder));
        self.is_held(ways) || ways.iter().filter_map(Way::path).any(within)
    }

    /// Returns what stood at the end of a way: nothing, or whether that was a folder.
    fn at_base(&self, way: &Way) -> Option<bool> {
        match &way.end {
            End::Root => Some(true),
            End::Nowhere => None,
            End::At(path) => self.base.is_folder(path).ok().flatten(),
        }
    }

    /// Tells whether a path counts as altered where it differs, though the work holds nothing of it itself.
    fn reaches(&self, path: &RepoPath) -> bool {
        match self.reach {
            Reach::Own => false,
            Reach::WorkTree => path.as_str() == OURS || self.any_stood(),
            Reach::All => true,
        }
    }

    /// Tells whether a folder of any system stood at the base.
    fn any_stood(&self) -> bool {
        let at_base = |path: &RepoPath| self.at_base(&self.ways(path)[0]);
        *self.stood.get_or_init(|| {
            let specs = RepoPath::parse(SPECS).map(|specs| self.folders_at_base(&specs)).unwrap_or_default();
            let mut marks = specs.iter().flat_map(|spec| MARKS.map(|name| spec.join(name))).flatten();
            let mut folders = planning_places(self.place.as_ref()).into_iter().chain(RepoPath::parse(HANDED));
            folders.any(|folder| at_base(&folder) == Some(true)) || marks.any(|mark| at_base(&mark).is_some())
        })
    }

    /// Tells whether a folder stood at a path, or stands there and is none of the work's.
    fn was_folder(&self, path: &RepoPath) -> Result<bool, SettingsError> {
        let ways = self.ways(path);
        let (was, is) = (self.at_base(&ways[0]), Texts::is_folder(&self.ws.files, path)?);
        if self.reaches(path) {
            let of_others = || self.own.is_empty() || self.has_others(path);
            return Ok(was == Some(true) || is && self.is_kept_out(path, was) && of_others());
        }
        if !self.is_held_within(&ways) {
            return Ok(is);
        }
        Ok(was == Some(true) || is && self.has_others(path))
    }

    fn folders_at_base(&self, folder: &RepoPath) -> Vec<RepoPath> {
        self.base.folders(folder).unwrap_or_default()
    }

    /// Tells whether what stands at a path now is its owner's: the base has nothing there, and git ignores it.
    fn is_kept_out(&self, path: &RepoPath, was: Option<bool>) -> bool {
        let ignored = |path: &RepoPath| self.ws.repository.ignores(path).unwrap_or(false);
        // A pattern may name what is in a folder, and not the folder.
        was.is_none() && (ignored(path) || path.join(SYSTEM[1]).is_ok_and(|inner| ignored(&inner)))
    }

    /// Tells whether a folder holds anything now that the work did not bring.
    fn has_others(&self, folder: &RepoPath) -> bool {
        let mut ahead: Vec<RepoPath> = match self.ws.files.way(folder).end {
            End::At(path) => vec![path],
            End::Root => return true,
            End::Nowhere => return false,
        };
        while let Some(next) = ahead.pop() {
            // One that cannot be listed holds more than any work.
            let Ok(entries) = self.ws.files.list(Some(&next)) else { return true };
            for entry in entries {
                let is_folder = entry.kind == Kind::Folder && !self.ws.files.is_link(&entry.path);
                if is_folder {
                    ahead.push(entry.path);
                } else if self.held(&entry.path).is_none() {
                    return true;
                }
            }
        }
        false
    }
}

impl OfGit for Then<'_> {
    fn tracks_within(&self, folder: &RepoPath) -> bool {
        self.at_base(&self.ways(folder)[0]) == Some(true)
    }

    fn ignores(&self, path: &RepoPath) -> bool {
        self.ws.repository.ignores(path).unwrap_or(false)
    }
}

impl Texts for Then<'_> {
    fn text(&self, path: &RepoPath) -> Result<Option<String>, SettingsError> {
        if self.is_nothing(path) {
            return Ok(None);
        }
        let ways = self.ways(path);
        let was = self.at_base(&ways[0]);
        if !self.is_held(&ways) && (!self.reaches(path) || self.is_kept_out(path, was)) {
            return self.ws.files.text(path);
        }
        // What cannot be read says nothing, so that the protocol's own values hold.
        let read = |end: &RepoPath| self.base.read(end, MAX_CONFIG).ok().flatten();
        let text = ways[0].path().and_then(read).and_then(|bytes| String::from_utf8(bytes).ok());
        let is_json = path.as_str().ends_with(".json");
        let reads = |text: &String| {
            let text = text.trim_start_matches('\u{feff}');
            !is_json || serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
        };
        Ok(text.filter(reads))
    }

    fn is_folder(&self, path: &RepoPath) -> Result<bool, SettingsError> {
        if self.is_nothing(path) {
            return Ok(false);
        }
        self.folders.or(path.clone(), |path| self.was_folder(path))
    }

    fn is_there(&self, path: &RepoPath) -> Result<bool, SettingsError> {
        if self.is_nothing(path) {
            return Ok(false);
        }
        let ways = self.ways(path);
        let was = self.at_base(&ways[0]);
        if !self.is_held(&ways) && (!self.reaches(path) || self.is_kept_out(path, was)) {
            return self.ws.files.is_there(path);
        }
        Ok(was.is_some())
    }

    fn folders_in(&self, folder: &RepoPath) -> Result<Vec<RepoPath>, SettingsError> {
        let mut all = self.ws.files.folders_in(folder)?;
        all.extend(self.folders_at_base(folder));
        all.sort();
        all.dedup();
        Ok(all)
    }
}

/// Where systems' folders were told to lie: now, and then.
type Told = (Option<(RepoPath, bool)>, Option<(RepoPath, bool)>);

/// Tells whether a folder told now and then, of the main checkout once and once not.
fn nearest_side(told: &[Told], root: &RepoPath) -> bool {
    let changed = |(now, then): &Told| match (now, then) {
        (Some((now, here)), Some((then, there))) => now == root && then == root && here != there,
        (Some(_) | None, _) => false,
    };
    told.iter().any(changed)
}

/// Tells whether a path lies in a folder, or is it.
fn is_below(path: &RepoPath, folder: &RepoPath) -> bool {
    let rest = path.as_str().strip_prefix(folder.as_str());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
